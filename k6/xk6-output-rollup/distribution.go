package rollup

import (
	"math"

	"github.com/HdrHistogram/hdrhistogram-go"
)

const (
	significantDigits = 3

	// Trends are recorded in thousandths of the metric's unit, which for k6's own trends means microseconds.
	trendScale = 1000
	trendMax   = 1_000_000_000 * trendScale

	// A dense histogram records faster than a packed one but takes 250 KB, so only series with many samples in a second get one.
	denseFrom = 256
)

var trendPercentiles = []float64{50, 90, 95, 99}

// A distribution counts the values of a trend in one second. It is packed while they are few and after the second, dense in between.
type distribution struct {
	packed *hdrhistogram.PackedHistogram
	dense  *hdrhistogram.Histogram
}

// A densePool hands out empty dense histograms, all with the same range and precision.
type densePool struct {
	free []*hdrhistogram.Histogram
}

func (p *densePool) take() *hdrhistogram.Histogram {
	if n := len(p.free); n > 0 {
		last := p.free[n-1]
		p.free = p.free[:n-1]
		return last
	}
	return hdrhistogram.New(1, trendMax, significantDigits)
}

func (p *densePool) give(h *hdrhistogram.Histogram) {
	h.Reset()
	p.free = append(p.free, h)
}

func newDistribution() *distribution {
	return &distribution{packed: hdrhistogram.NewPacked(1, trendMax, significantDigits)}
}

// record counts a value given in the metric's unit. A value outside the histogram's range counts at the nearest end.
func (d *distribution) record(value float64, pool *densePool) {
	scaled := clampRound(value*trendScale, 0, trendMax)
	if d.dense != nil {
		mustRecord(d.dense.RecordValue(scaled))
		return
	}
	mustRecord(d.packed.RecordValue(scaled))
	if d.packed.TotalCount() >= denseFrom {
		d.dense = pool.take()
		d.packed.MergeInto(d.dense)
		d.packed.Reset()
	}
}

// settle packs the distribution for the time after its second.
func (d *distribution) settle(pool *densePool) {
	if d.dense != nil {
		d.packed.MergeFrom(d.dense)
		pool.give(d.dense)
		d.dense = nil
	}
	d.packed.Compact()
}

// percentiles returns trendPercentiles in the metric's unit, within [lowest, highest]. The distribution must be settled.
func (d *distribution) percentiles(lowest, highest float64) []float64 {
	scaled := d.packed.ValueAtPercentilesSlice(trendPercentiles)
	values := make([]float64, len(scaled))
	for i, value := range scaled {
		values[i] = min(max(float64(value)/trendScale, lowest), highest)
	}
	return values
}

func clampRound(value float64, lowest, highest int64) int64 {
	if !(value > float64(lowest)) { // also NaN
		return lowest
	}
	if value >= float64(highest) {
		return highest
	}
	return int64(math.Round(value))
}

// mustRecord panics on an error that clamping rules out. Continuing would silently falsify the counts.
func mustRecord(err error) {
	if err != nil {
		panic("rollup: " + err.Error())
	}
}
