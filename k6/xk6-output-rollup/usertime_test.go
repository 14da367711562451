package rollup

import (
	"slices"
	"testing"

	"go.k6.io/k6/v2/metrics"
)

func TestUsersSpendTheirTimeInEverySecondThatAnIterationTouches(t *testing.T) {
	b := newBench(t)
	b.add(metrics.IterationDurationName, metrics.Trend, 100.75, 500)   // within 100: 0.25 to 0.75
	b.add(metrics.IterationDurationName, metrics.Trend, 102.25, 2_000) // 100.25 to 102.25
	b.add(metrics.IterationDurationName, metrics.Trend, 103, 1_000)    // all of 102, nothing of 103
	b.add(metrics.HTTPReqDurationName, metrics.Trend, 102.125, 250)    // 101.875 to 102.125
	b.add(metrics.HTTPReqWaitingName, metrics.Trend, 102.125, 250)
	want := []UserSecond{
		{Second: 100, Iterations: 0.5 + 0.75},
		{Second: 101, Iterations: 1, Requests: 0.125},
		{Second: 102, Iterations: 0.25 + 1, Requests: 0.125},
	}
	if got := b.aggregator.users.perSecond(); !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

func TestTenUsersWithoutAPauseAreTenInEverySecondWhateverTheirRequestsTake(t *testing.T) {
	b := newBench(t)
	for user := range 10 {
		for end := 100 + 0.1*float64(user); end < 106; end += 0.375 {
			b.add(metrics.IterationDurationName, metrics.Trend, end, 375)
		}
	}
	for _, second := range b.aggregator.users.perSecond() {
		if inside := second.Second > 100 && second.Second < 105; inside && (second.Iterations < 9.999 || second.Iterations > 10.001) {
			t.Errorf("%v users in second %d", second.Iterations, second.Second)
		}
	}
}

func TestWithoutUsersNoSecondIsListed(t *testing.T) {
	b := newBench(t)
	b.add(metrics.HTTPReqsName, metrics.Counter, 100, 1)
	if got := b.aggregator.users.perSecond(); got == nil || len(got) != 0 {
		t.Errorf("%v", got)
	}
}
