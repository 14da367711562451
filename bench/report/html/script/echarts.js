/** The parts of Apache ECharts that the charts use: half of the whole. */
import { CustomChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, LegendComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([CustomChart, LineChart, ScatterChart]);
use([GridComponent, LegendComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent]);
use(SVGRenderer);

export { init };
