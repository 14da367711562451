package rollup

import (
	"maps"
	"slices"
	"time"

	"go.k6.io/k6/metrics"
)

// A userTime adds up how long users were in something, in nanoseconds by epoch second. Divided by the length of the second
// that is the mean number of users in it (Little's law), whatever reaches over the edges.
type userTime map[int64]int64

// add counts a span that ended at a moment in every second that it touches.
func (u userTime) add(end time.Time, durationMs float64) {
	const second = int64(time.Second)
	endNs := end.UnixNano()
	for from := endNs - int64(durationMs*float64(time.Millisecond)); from < endNs; {
		to := min(endNs, (from/second+1)*second)
		u[from/second] += to - from
		from = to
	}
}

// userTimes are those of iterations and of requests: what lies between the two the generator took.
type userTimes struct {
	iterations, requests userTime
}

func newUserTimes() userTimes {
	return userTimes{iterations: make(userTime), requests: make(userTime)}
}

// of returns where the durations of a metric belong, nil for none.
func (u userTimes) of(metric string) userTime {
	switch metric {
	case metrics.IterationDurationName:
		return u.iterations
	case metrics.HTTPReqDurationName:
		return u.requests
	}
	return nil
}

// A UserSecond says how many seconds all users together spent within one second of the clock.
type UserSecond struct {
	Second     int64   `json:"second"`     // of the epoch
	Iterations float64 `json:"iterations"` // in iterations that came to their end, whenever that was
	Requests   float64 `json:"requests"`   // of these in requests, connections not included
}

// perSecond returns the seconds in which users did something, in order of time.
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
