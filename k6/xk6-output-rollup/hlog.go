package rollup

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
	"go.k6.io/k6/v2/metrics"
)

// Range of the interval log, in microseconds.
const (
	hlogMinUs = 1
	hlogMaxUs = 120_000_000
)

// A stream is one tag of the interval log: either the successful or the failed requests of one name, in one slice if there are slices.
type stream struct {
	tag       string
	intervals map[int64]*hdrhistogram.Histogram // by epoch second, until they are written
}

// streams sorts request durations into the intervals of the log.
type streams struct {
	enabled bool
	byTag   map[string]*stream
	free    []*hdrhistogram.Histogram // shared: the stream of a slice is used for some seconds only
}

func newStreams(enabled bool) *streams {
	return &streams{enabled: enabled, byTag: make(map[string]*stream)}
}

// of returns the stream of a metric's samples with these tags; nil if they belong in none.
func (s *streams) of(metric string, tags map[string]string) *stream {
	if !s.enabled || metric != metrics.HTTPReqDurationName {
		return nil
	}
	tag := streamTag(tags)
	if s.byTag[tag] == nil {
		s.byTag[tag] = &stream{tag: tag, intervals: make(map[int64]*hdrhistogram.Histogram)}
	}
	return s.byTag[tag]
}

// A script that knows nothing of this project may name its requests as it likes: `load` says what they belong to.
func streamTag(tags map[string]string) string {
	name := cmp.Or(tags["load"], tags["name"], "unnamed")
	if slice := tags["slice"]; slice != "" {
		name += "#" + slice
	}
	name = strings.Map(func(r rune) rune {
		if r <= ' ' || r == ',' || r == '\u007f' {
			return '_' // it would end the field or the line of the log
		}
		return r
	}, name)
	if expected(tags) {
		return name + ".ok"
	}
	return name + ".failed"
}

// expected reports whether a request succeeded, by its tag `expected_response`. If that system tag is off, it uses k6's default for it:
// status 200 to 399. Without a status too, the request counts as successful.
func expected(tags map[string]string) bool {
	if value, ok := tags["expected_response"]; ok {
		return value == "true"
	}
	value, ok := tags["status"]
	if !ok {
		return true
	}
	status, err := strconv.Atoi(value)
	return err == nil && status >= 200 && status <= 399
}

// record counts a duration given in milliseconds. A duration outside the log's range counts at the nearest end.
func (s *streams) record(to *stream, second int64, durationMs float64) {
	histogram := to.intervals[second]
	if histogram == nil {
		histogram = s.empty()
		to.intervals[second] = histogram
	}
	mustRecord(histogram.RecordValue(clampRound(durationMs*1000, hlogMinUs, hlogMaxUs)))
}

func (s *streams) empty() *hdrhistogram.Histogram {
	if n := len(s.free); n > 0 {
		last := s.free[n-1]
		s.free = s.free[:n-1]
		return last
	}
	return hdrhistogram.New(hlogMinUs, hlogMaxUs, significantDigits)
}

// An interval is one line of the log.
type interval struct {
	stream    *stream
	second    int64
	histogram *hdrhistogram.Histogram
}

// end removes and returns the intervals of seconds before the given one, ordered by time and tag.
func (s *streams) end(before int64) []interval {
	var ended []interval
	for _, stream := range s.byTag {
		for second, histogram := range stream.intervals {
			if second < before {
				ended = append(ended, interval{stream, second, histogram})
				delete(stream.intervals, second)
			}
		}
	}
	slices.SortFunc(ended, func(a, b interval) int {
		return cmp.Or(cmp.Compare(a.second, b.second), cmp.Compare(a.stream.tag, b.stream.tag))
	})
	return ended
}

// recycle makes the histograms of written intervals available again.
func (s *streams) recycle(written []interval) {
	for _, i := range written {
		i.histogram.Reset()
		s.free = append(s.free, i.histogram)
	}
}

// A hlogWriter appends intervals to a log file. After its first error it writes nothing more.
type hlogWriter struct {
	file      *os.File
	size      int64 // of the complete lines
	intervals int64
	err       error
}

// newHlogWriter creates or empties the file and writes its header.
func newHlogWriter(path string, start time.Time) (*hlogWriter, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("K6_ROLLUP_HLOG: %w", err)
	}
	w := &hlogWriter{file: file}
	var head bytes.Buffer
	log := hdrhistogram.NewHistogramLogWriter(&head)
	for _, err := range []error{
		log.OutputComment("[http_req_duration per request name, outcome and second; unit: microseconds, Interval_Max: seconds]"),
		log.OutputLogFormatVersion(),
		log.OutputStartTime(start.UnixMilli()),
		log.OutputLegend(),
	} {
		if err != nil {
			return nil, fmt.Errorf("K6_ROLLUP_HLOG: %w", err)
		}
	}
	w.append(head.Bytes())
	if w.err != nil {
		_ = file.Close()
		return nil, w.err
	}
	return w, nil
}

// write appends the intervals with one write, so that readers of the growing file see whole seconds.
func (w *hlogWriter) write(ended []interval) {
	if len(ended) == 0 {
		return
	}
	var lines bytes.Buffer
	log := hdrhistogram.NewHistogramLogWriter(&lines)
	for _, i := range ended {
		i.histogram.SetTag(i.stream.tag)
		i.histogram.SetStartTimeMs(i.second * 1000)
		i.histogram.SetEndTimeMs((i.second + 1) * 1000)
		if err := log.OutputIntervalHistogram(i.histogram); err != nil && w.err == nil {
			w.err = fmt.Errorf("interval log %s: %w", w.file.Name(), err)
		}
	}
	if w.append(lines.Bytes()) {
		w.intervals += int64(len(ended))
	}
}

func (w *hlogWriter) append(lines []byte) bool {
	if w.err != nil {
		return false
	}
	if _, err := w.file.Write(lines); err != nil {
		w.err = fmt.Errorf("interval log: %w", err)
		_ = w.file.Truncate(w.size) // half a line would make the whole log unreadable
		return false
	}
	w.size += int64(len(lines))
	return true
}

func (w *hlogWriter) close() {
	if err := w.file.Close(); err != nil && w.err == nil {
		w.err = fmt.Errorf("interval log: %w", err)
	}
}
