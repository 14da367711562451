package rollup

import (
	"math"
	"testing"

	"go.k6.io/k6/v2/metrics"
)

func TestTagsAreSortedAndEscaped(t *testing.T) {
	cases := []struct {
		tags map[string]string
		want string
	}{
		{map[string]string{"b": "2", "a": "1"}, `m,a=1,b=2`},
		{map[string]string{"name": "GET /a,b c=d"}, `m,name=GET\ /a\,b\ c\=d`},
		{map[string]string{"k e,y=": "v"}, `m,k\ e\,y\==v`},
		{map[string]string{"quote": `"it's"`, "unicode": "é→"}, `m,quote="it's",unicode=é→`},
		{map[string]string{"lines": "a\nb\rc"}, `m,lines=a\ b\ c`},
		{map[string]string{"path": `C:\dir\`, "only": `\\`}, `m,path=C:\dir`},
		{map[string]string{"empty": ""}, `m`},
	}
	for _, c := range cases {
		if got := linePrefix("m", c.tags); got != c.want {
			t.Errorf("%q: got %s, want %s", c.tags, got, c.want)
		}
	}
}

func TestAMeasurementIsEscaped(t *testing.T) {
	if got := linePrefix("a b,c=d", nil); got != `a\ b\,c=d` {
		t.Errorf("got %s", got)
	}
}

func TestValuesInfluxDBCannotStoreAreLeftOut(t *testing.T) {
	b := newBench(t)
	b.add("hits", metrics.Counter, 10, math.Inf(1))
	b.add("took", metrics.Trend, 10, math.Inf(1))
	b.expect(11, "took count=1i 10")
}
