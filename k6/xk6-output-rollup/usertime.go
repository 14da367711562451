package rollup

import (
	"maps"
	"slices"
	"time"

	"go.k6.io/k6/v2/metrics"
)

// A userTime is the total time that users spent in requests or iterations, in nanoseconds by epoch second. Divided by the length of
// the second it is the mean number of users in them (Little's law). Spans that cross a second's edge count in parts.
type userTime map[int64]int64

// add divides the span that ended at the given time among the seconds that it touches.
func (u userTime) add(end time.Time, durationMs float64) {
	const second = int64(time.Second)
	endNs := end.UnixNano()
	for from := endNs - int64(durationMs*float64(time.Millisecond)); from < endNs; {
		to := min(endNs, (from/second+1)*second)
		u[from/second] += to - from
		from = to
	}
}

// userTimes are the times in iterations and in requests. Their difference is the load generator's own time.
type userTimes struct {
	iterations, requests userTime
}

func newUserTimes() userTimes {
	return userTimes{iterations: make(userTime), requests: make(userTime)}
}

// of returns where the durations of a metric are added; nil for other metrics.
func (u userTimes) of(metric string) userTime {
	switch metric {
	case metrics.IterationDurationName:
		return u.iterations
	case metrics.HTTPReqDurationName:
		return u.requests
	}
	return nil
}

// A UserSecond is the total time of all users within one second of the clock, in seconds.
type UserSecond struct {
	Second     int64   `json:"second"`     // of the epoch
	Iterations float64 `json:"iterations"` // in iterations, counted once they have ended
	Requests   float64 `json:"requests"`   // in their requests, without connecting
}

// perSecond returns the seconds with a time above zero, in order.
func (u userTimes) perSecond() []UserSecond {
	seconds := maps.Clone(u.iterations)
	maps.Copy(seconds, u.requests)
	list := make([]UserSecond, 0, len(seconds))
	for _, second := range slices.Sorted(maps.Keys(seconds)) {
		list = append(list, UserSecond{
			Second:     second,
			Iterations: time.Duration(u.iterations[second]).Seconds(),
			Requests:   time.Duration(u.requests[second]).Seconds(),
		})
	}
	return list
}
