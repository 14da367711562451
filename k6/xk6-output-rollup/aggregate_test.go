package rollup

import (
	"math"
	"slices"
	"testing"
	"time"

	"go.k6.io/k6/v2/metrics"
)

// A bench feeds an aggregator with samples of metrics it makes up.
type bench struct {
	t          *testing.T
	registry   *metrics.Registry
	aggregator *aggregator
}

func newBench(t *testing.T, leaveOut ...string) *bench {
	t.Helper()
	return &bench{t, metrics.NewRegistry(), newAggregator(pointTags{leaveOut: leaveOut}, newStreams(false))}
}

// add adds a sample at a time in seconds; tags are name, value, name, value, …
func (b *bench) add(metric string, kind metrics.MetricType, seconds, value float64, tags ...string) {
	b.t.Helper()
	s := sample(b.t, b.registry, metric, kind, seconds, value, tags...)
	b.aggregator.add(&s)
}

func (b *bench) end(before int64) []string {
	var lines []string
	b.aggregator.end(before, func(line []byte) { lines = append(lines, string(line)) })
	slices.Sort(lines)
	return lines
}

func (b *bench) expect(before int64, want ...string) {
	b.t.Helper()
	if got := b.end(before); !slices.Equal(got, want) {
		b.t.Errorf("got  %q\nwant %q", got, want)
	}
}

func sample(
	t *testing.T, registry *metrics.Registry, metric string, kind metrics.MetricType, seconds, value float64, tags ...string,
) metrics.Sample {
	t.Helper()
	m, err := registry.NewMetric(metric, kind)
	if err != nil {
		t.Fatal(err)
	}
	set := registry.RootTagSet()
	for pair := range slices.Chunk(tags, 2) {
		set = set.With(pair[0], pair[1])
	}
	whole, fraction := math.Modf(seconds)
	return metrics.Sample{
		TimeSeries: metrics.TimeSeries{Metric: m, Tags: set},
		Time:       time.Unix(int64(whole), int64(math.Round(fraction*1e9))),
		Value:      value,
	}
}

func TestACounterIsSummedPerSecondAndTagSet(t *testing.T) {
	b := newBench(t)
	b.add("hits", metrics.Counter, 10, 1, "a", "x")
	b.add("hits", metrics.Counter, 10.999, 2.5, "a", "x")
	b.add("hits", metrics.Counter, 10.5, 7, "a", "y")
	b.add("hits", metrics.Counter, 11, 100, "a", "x")
	b.expect(12, "hits,a=x value=100 11", "hits,a=x value=3.5 10", "hits,a=y value=7 10")
}

func TestASliceIsATagLikeAnyOther(t *testing.T) {
	b := newBench(t, "vu", "iter", "url")
	b.add("hits", metrics.Counter, 10, 1, "name", "read", "slice", "1", "target", "mvc", "url", "u")
	b.add("hits", metrics.Counter, 10, 1, "name", "read", "slice", "2", "target", "mvc", "url", "u")
	b.expect(11, "hits,name=read,slice=1,target=mvc value=1 10", "hits,name=read,slice=2,target=mvc value=1 10")
}

func TestAGaugeIsTheLastByItsTimeNotByItsArrival(t *testing.T) {
	b := newBench(t)
	b.add("level", metrics.Gauge, 10.2, 5)
	b.add("level", metrics.Gauge, 10.9, -1)
	b.add("level", metrics.Gauge, 10.5, 9)
	b.expect(11, "level value=-1 10")
}

func TestARateIsTheFractionOfNonZeroSamples(t *testing.T) {
	b := newBench(t)
	for _, value := range []float64{1, 0, 0, 1, 0, 0, 0, 0} {
		b.add("share", metrics.Rate, 10, value)
	}
	b.expect(11, "share value=0.25,count=8i 10")
}

func TestATrendHasExactEndsAndPercentilesByRank(t *testing.T) {
	b := newBench(t)
	// 1…100 ms: the p-th percentile by rank is p ms; all are below 2,048 µs × 64, so buckets are at most 64 µs wide and the
	// histogram answers with their upper end, 0.1 % above at most.
	for value := 100; value >= 1; value-- {
		b.add("took", metrics.Trend, 10, float64(value))
	}
	b.end(11)
	c := b.aggregator.series["took"].cells[10]
	if c.count != 100 || c.sum != 5050 || c.min != 1 || c.max != 100 {
		t.Errorf("count %d, sum %v, min %v, max %v", c.count, c.sum, c.min, c.max)
	}
	for i, want := range []float64{50, 90, 95, 99} {
		if got := c.percentiles[i]; got < want || got > want*1.001 {
			t.Errorf("p%v: %v", want, got)
		}
	}
}

func TestATrendsPercentilesLieWithinItsEnds(t *testing.T) {
	b := newBench(t)
	b.add("took", metrics.Trend, 10, 123.4567)
	b.add("below", metrics.Trend, 10, -3)
	b.add("huge", metrics.Trend, 10, 1e300)
	b.add("tiny", metrics.Trend, 10, 1e-7)
	b.expect(11,
		"below count=1i,mean=-3,min=-3,max=-3,p50=-3,p90=-3,p95=-3,p99=-3 10",
		"huge count=1i,mean=1e+300,min=1e+300,max=1e+300,p50=1e+300,p90=1e+300,p95=1e+300,p99=1e+300 10",
		"tiny count=1i,mean=1e-07,min=1e-07,max=1e-07,p50=1e-07,p90=1e-07,p95=1e-07,p99=1e-07 10",
		"took count=1i,mean=123.4567,min=123.4567,max=123.4567,p50=123.4567,p90=123.4567,p95=123.4567,p99=123.4567 10",
	)
}

func TestASecondIsHeldBackUntilItHasEnded(t *testing.T) {
	b := newBench(t)
	b.add("hits", metrics.Counter, 10, 1)
	b.expect(10)
	b.expect(11, "hits value=1 10")
	b.expect(12)
}

func TestLateSamplesRewriteTheWholePoint(t *testing.T) {
	b := newBench(t)
	b.add("hits", metrics.Counter, 10, 1)
	b.add("took", metrics.Trend, 10, 2)
	b.expect(11, "hits value=1 10", "took count=1i,mean=2,min=2,max=2,p50=2,p90=2,p95=2,p99=2 10")
	b.add("hits", metrics.Counter, 12, 5)
	b.add("hits", metrics.Counter, 10, 3)
	b.add("took", metrics.Trend, 10, 1)
	b.expect(12, "hits value=4 10", "took count=2i,mean=1.5,min=1,max=2,p50=1,p90=2,p95=2,p99=2 10")
	b.expect(13, "hits value=5 12")
	if b.aggregator.late != 2 {
		t.Errorf("%d late samples", b.aggregator.late)
	}
}

func TestManyLateSamplesJoinThoseOfTheirSecond(t *testing.T) {
	b := newBench(t)
	for range 1000 {
		b.add("took", metrics.Trend, 10, 1)
	}
	b.end(11)
	for range 3000 {
		b.add("took", metrics.Trend, 10, 2)
	}
	// 4,000 values, a quarter of them 1: mean 1.75, and all percentiles asked for lie in the other three quarters. 2 ms are
	// 2,000 µs, a bucket of their own.
	b.expect(12, "took count=4000i,mean=1.75,min=1,max=2,p50=2,p90=2,p95=2,p99=2 10")
}

func TestSumsStayExactWhenTheDistributionIsNoLongerKept(t *testing.T) {
	b := newBench(t)
	b.add("took", metrics.Trend, 10, 1)
	b.end(11)
	b.end(10 + 121)
	b.add("took", metrics.Trend, 10, 3)
	b.expect(10+122, "took count=2i,mean=2,min=1,max=3,p50=1,p90=1,p95=1,p99=1 10")
	if b.aggregator.series["took"].cells[10].distribution != nil {
		t.Error("distribution still kept")
	}
}

func TestTagsLeftOutMergeTheirSeries(t *testing.T) {
	b := newBench(t, "url", "vu")
	b.add("hits", metrics.Counter, 10, 1, "a", "x", "url", "http://1", "vu", "1")
	b.add("hits", metrics.Counter, 10, 2, "a", "x", "url", "http://2", "vu", "2")
	b.add("hits", metrics.Counter, 10, 4, "a", "x")
	b.expect(11, "hits,a=x value=7 10")
}

func TestSamplesAndSecondsAreCounted(t *testing.T) {
	b := newBench(t)
	for _, second := range []float64{10, 11, 10, 13.5} {
		b.add("hits", metrics.Counter, second, 1)
	}
	if b.aggregator.samples != 4 || len(b.aggregator.seconds) != 3 {
		t.Errorf("%d samples, %d seconds", b.aggregator.samples, len(b.aggregator.seconds))
	}
}
