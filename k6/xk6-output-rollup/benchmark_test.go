package rollup

import (
	"testing"
	"time"

	"go.k6.io/k6/v2/metrics"
)

// BenchmarkRequest measures the cost of one request: the 13 samples that k6 makes of it, with the interval log.
func BenchmarkRequest(b *testing.B) {
	registry := metrics.NewRegistry()
	builtin := metrics.RegisterBuiltinMetrics(registry)
	request := registry.RootTagSet().With("name", "read").With("status", "200").With("expected_response", "true")
	iteration := registry.RootTagSet().With("run", "1")
	var samples []metrics.Sample
	add := func(tags *metrics.TagSet, value float64, of ...*metrics.Metric) {
		for _, metric := range of {
			samples = append(samples, metrics.Sample{TimeSeries: metrics.TimeSeries{Metric: metric, Tags: tags}, Value: value})
		}
	}
	add(request, 1, builtin.HTTPReqs, builtin.HTTPReqFailed)
	add(request, 1.234, builtin.HTTPReqDuration, builtin.HTTPReqBlocked, builtin.HTTPReqConnecting, builtin.HTTPReqTLSHandshaking,
		builtin.HTTPReqSending, builtin.HTTPReqWaiting, builtin.HTTPReqReceiving)
	add(iteration, 1, builtin.DataSent, builtin.DataReceived, builtin.IterationDuration, builtin.Iterations)
	aggregator := newAggregator(pointTags{}, newStreams(true))
	now := time.Now()
	b.ReportAllocs()
	for b.Loop() {
		for i := range samples {
			samples[i].Time = now
			aggregator.add(&samples[i])
		}
	}
}
