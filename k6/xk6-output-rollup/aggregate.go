package rollup

import (
	"math"
	"time"

	"go.k6.io/k6/v2/metrics"
)

// keepDistributions is how long the distribution of an ended second is kept for late samples. Sums, counts, minima and maxima are
// kept for the whole run.
const keepDistributions = 120 * time.Second

// A series is a series of InfluxDB: a measurement with its tags. It covers all time series of k6 that differ only in tags that are
// left out.
type series struct {
	prefix  string // measurement and tags in line protocol
	kind    metrics.MetricType
	cells   map[int64]*cell // by epoch second
	current *cell           // the one used last
}

// A cell holds the sums of one series in one second.
type cell struct {
	series *series
	second int64
	dirty  bool // has samples that are in no point yet

	count    int64
	sum      float64
	min, max float64
	nonZero  int64
	last     float64
	lastTime time.Time

	distribution *distribution // of a trend; nil once it is no longer kept
	percentiles  []float64     // of a trend, as last written
}

// A route says where the samples of one k6 time series go. stream is nil unless they belong in the interval log; users is nil unless
// they are durations of requests or iterations.
type route struct {
	series *series
	stream *stream
	users  userTime
}

// An aggregator adds up samples. It is not safe for concurrent use.
type aggregator struct {
	tags    pointTags
	streams *streams
	users   userTimes

	routes map[metrics.TimeSeries]route
	series map[string]*series // by prefix
	dirty  []*cell
	kept   []*cell // ended cells with a distribution, oldest write first
	pool   densePool

	endedBefore int64 // seconds below this one have been handed out
	samples     int64
	late        int64
	seconds     map[int64]struct{}
	lastSecond  int64
}

func newAggregator(tags pointTags, streams *streams) *aggregator {
	return &aggregator{
		tags:        tags,
		streams:     streams,
		users:       newUserTimes(),
		routes:      make(map[metrics.TimeSeries]route),
		series:      make(map[string]*series),
		endedBefore: math.MinInt64,
		seconds:     make(map[int64]struct{}),
		lastSecond:  math.MinInt64,
	}
}

// add adds one sample to the second of its own time, however late it comes.
func (a *aggregator) add(sample *metrics.Sample) {
	second := sample.Time.Unix()
	a.samples++
	if second < a.endedBefore {
		a.late++
	}
	if second != a.lastSecond {
		a.seconds[second] = struct{}{}
		a.lastSecond = second
	}
	r, ok := a.routes[sample.TimeSeries]
	if !ok {
		r = a.newRoute(sample.TimeSeries)
	}
	if r.stream != nil {
		a.streams.record(r.stream, second, sample.Value)
	}
	if r.users != nil {
		r.users.add(sample.Time, sample.Value)
	}
	c := r.series.current
	if c == nil || c.second != second {
		c = r.series.cell(second)
	}
	if !c.dirty {
		c.dirty = true
		a.dirty = append(a.dirty, c)
	}
	c.add(sample, &a.pool)
}

func (a *aggregator) newRoute(ts metrics.TimeSeries) route {
	r := route{stream: a.streams.of(ts.Metric.Name, ts.Tags.Map()), users: a.users.of(ts.Metric.Name)}
	prefix := linePrefix(ts.Metric.Name, a.tags.of(ts))
	if a.series[prefix] == nil {
		a.series[prefix] = &series{prefix: prefix, kind: ts.Metric.Type, cells: make(map[int64]*cell)}
	}
	r.series = a.series[prefix]
	a.routes[ts] = r
	return r
}

func (s *series) cell(second int64) *cell {
	c := s.cells[second]
	if c == nil {
		c = &cell{series: s, second: second, min: math.Inf(1), max: math.Inf(-1)}
		if s.kind == metrics.Trend {
			c.distribution = newDistribution()
		}
		s.cells[second] = c
	}
	s.current = c
	return c
}

func (c *cell) add(sample *metrics.Sample, pool *densePool) {
	value := sample.Value
	c.count++
	switch c.series.kind {
	case metrics.Counter:
		c.sum += value
	case metrics.Gauge:
		if !sample.Time.Before(c.lastTime) {
			c.last, c.lastTime = value, sample.Time
		}
	case metrics.Rate:
		if value != 0 {
			c.nonZero++
		}
	case metrics.Trend:
		c.sum += value
		c.min = min(c.min, value)
		c.max = max(c.max, value)
		if c.distribution != nil {
			c.distribution.record(value, pool)
		}
	}
}

// end ends the seconds before the given one. It hands out a point for each of their cells that has changed since its last point, so
// that a point with late samples replaces the one without them.
func (a *aggregator) end(before int64, point func(line []byte)) {
	a.endedBefore = max(a.endedBefore, before)
	open := a.dirty[:0]
	for _, c := range a.dirty {
		if c.second >= before {
			open = append(open, c)
			continue
		}
		c.dirty = false
		if c.distribution != nil {
			c.distribution.settle(&a.pool)
			c.percentiles = c.distribution.percentiles(c.min, c.max)
			a.kept = append(a.kept, c)
		}
		if line := c.line(); line != nil {
			point(line)
		}
	}
	clear(a.dirty[len(open):])
	a.dirty = open
	a.forgetDistributions(before - int64(keepDistributions/time.Second))
}

func (a *aggregator) forgetDistributions(before int64) {
	n := 0
	for n < len(a.kept) && a.kept[n].second < before {
		if !a.kept[n].dirty {
			a.kept[n].distribution = nil
		}
		n++
	}
	clear(a.kept[:n])
	a.kept = a.kept[n:]
}
