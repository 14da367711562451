package rollup

import (
	"bufio"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
	"go.k6.io/k6/v2/metrics"
)

var update = flag.Bool("update", false, "write testdata/two-seconds.hlog again")

// A logged interval is a line of an interval log. It is read without the library's log reader, because this tests the text itself.
type logged struct {
	tag, start, length string
	histogram          *hdrhistogram.Histogram
}

var intervalLine = regexp.MustCompile(`^Tag=([^, ]+),([^,]+),([^,]+),[^,]+,([^, ]+)$`)

func readHlog(t *testing.T, path string) []logged {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	var intervals []logged
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") || strings.HasPrefix(lines.Text(), `"StartTimestamp"`) {
			continue
		}
		parts := intervalLine.FindStringSubmatch(lines.Text())
		if parts == nil {
			t.Fatalf("not an interval line: %s", lines.Text())
		}
		histogram, err := hdrhistogram.Decode([]byte(parts[4]))
		if err != nil {
			t.Fatal(err)
		}
		intervals = append(intervals, logged{parts[1], parts[2], parts[3], histogram})
	}
	return intervals
}

func countByTag(intervals []logged) map[string]int64 {
	counts := make(map[string]int64)
	for _, i := range intervals {
		counts[i.tag] += i.histogram.TotalCount()
	}
	return counts
}

// writeTwoSeconds writes the log that tests the JavaScript reader, in bench/test/unit/record/samples.test.ts.
func writeTwoSeconds(t *testing.T, path string) {
	t.Helper()
	const second = 1_700_000_000
	registry := metrics.NewRegistry()
	streams := newStreams(true)
	aggregator := newAggregator(pointTags{}, streams)
	request := func(seconds, durationMs float64, expected string) {
		s := sample(t, registry, metrics.HTTPReqDurationName, metrics.Trend, seconds, durationMs, "name", "read", "expected_response", expected)
		aggregator.add(&s)
	}
	log, err := newHlogWriter(path, time.Unix(second, 0))
	if err != nil {
		t.Fatal(err)
	}
	request(second+0.1, 1.5, "true")
	request(second+0.2, 2, "true")
	request(second+0.3, 200_000, "true") // beyond 120 s
	request(second+0.4, 0, "false")      // below 1 µs
	write := func(before int64) {
		ended := streams.end(before)
		log.write(ended)
		streams.recycle(ended)
	}
	write(second + 1)
	request(second+1.1, 1, "true")
	request(second+0.9, 1.5, "true") // late
	write(second + 2)
	log.close()
	if log.err != nil || log.intervals != 4 {
		t.Fatalf("%d intervals, %v", log.intervals, log.err)
	}
}

// The compressed bytes depend on zlib and may differ between versions of Go. Everything else has to be the same.
func TestTheCommittedLogIsStillWhatIsWritten(t *testing.T) {
	committed := filepath.Join("testdata", "two-seconds.hlog")
	written := filepath.Join(t.TempDir(), "written.hlog")
	if *update {
		written = committed
	}
	writeTwoSeconds(t, written)
	got, want := readHlog(t, written), readHlog(t, committed)
	if len(got) != len(want) {
		t.Fatalf("%d intervals, want %d", len(got), len(want))
	}
	for i := range got {
		if got[i].tag != want[i].tag || got[i].start != want[i].start || got[i].length != want[i].length ||
			!got[i].histogram.Equals(want[i].histogram) {
			t.Errorf("interval %d: got %+v, want %+v", i, got[i], want[i])
		}
	}
	if gotHead, wantHead := head(t, written), head(t, committed); gotHead != wantHead {
		t.Errorf("got head\n%s\nwant\n%s", gotHead, wantHead)
	}
}

func head(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, _, _ := strings.Cut(string(content), "\nTag=")
	return before
}

func TestIntervalsStartOnTheirSecondAndLateOnesRepeatIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x y.hlog")
	writeTwoSeconds(t, path)
	want := []struct {
		tag, start string
		count      int64
	}{
		{"read.failed", "1700000000.000000", 1},
		{"read.ok", "1700000000.000000", 3},
		{"read.ok", "1700000000.000000", 1},
		{"read.ok", "1700000001.000000", 1},
	}
	got := readHlog(t, path)
	if len(got) != len(want) {
		t.Fatalf("%d intervals", len(got))
	}
	for i, w := range want {
		g := got[i]
		if g.tag != w.tag || g.start != w.start || g.length != "1.000000" || g.histogram.TotalCount() != w.count {
			t.Errorf("interval %d: %s %s %s %d", i, g.tag, g.start, g.length, g.histogram.TotalCount())
		}
	}
	if failed := got[0].histogram; failed.Max() != 1 {
		t.Errorf("0 ms is logged as %d µs", failed.Max())
	}
	// 120,000,000 µs lie in a bucket of 65,536 µs that begins at 1,831 × 65,536.
	if ok := got[1].histogram; ok.Max() != 1831*65536+65535 {
		t.Errorf("200 s are logged as %d µs", ok.Max())
	}
}

func TestRequestsAreSortedByNameSliceAndOutcome(t *testing.T) {
	cases := []struct {
		tags map[string]string
		want string
	}{
		{map[string]string{"name": "read", "expected_response": "true", "status": "404"}, "read.ok"},
		{map[string]string{"name": "read", "expected_response": "false", "status": "200"}, "read.failed"},
		{map[string]string{"name": "read", "status": "399"}, "read.ok"},
		{map[string]string{"name": "read", "status": "400"}, "read.failed"},
		{map[string]string{"name": "read", "status": "0"}, "read.failed"},
		{map[string]string{"name": "read"}, "read.ok"},
		{map[string]string{"expected_response": "true"}, "unnamed.ok"},
		{map[string]string{"name": "http://h/a,b c\nd\te"}, "http://h/a_b_c_d_e.ok"},
		{map[string]string{"name": "read", "slice": "3"}, "read#3.ok"},
		{map[string]string{"name": "read", "slice": "12", "expected_response": "false"}, "read#12.failed"},
		{map[string]string{"slice": "3"}, "unnamed#3.ok"},
		{map[string]string{"name": "read", "slice": ""}, "read.ok"},
		{map[string]string{"name": "read", "slice": "3, 4"}, "read#3__4.ok"},
	}
	for _, c := range cases {
		if got := streamTag(c.tags); got != c.want {
			t.Errorf("%v: got %s, want %s", c.tags, got, c.want)
		}
	}
}

func TestTheIntervalsOfSlicesAreCountedApart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.hlog")
	log, err := newHlogWriter(path, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	streams := newStreams(true)
	for slice, requests := range []int{3, 2, 1} {
		tags := map[string]string{"name": "read", "slice": strconv.Itoa(slice + 1), "expected_response": "true"}
		for range requests {
			streams.record(streams.of(metrics.HTTPReqDurationName, tags), int64(slice), 1)
		}
		ended := streams.end(int64(slice + 1))
		log.write(ended)
		streams.recycle(ended)
	}
	log.close()
	if counts := countByTag(readHlog(t, path)); counts["read#1.ok"] != 3 || counts["read#2.ok"] != 2 || counts["read#3.ok"] != 1 || len(counts) != 3 {
		t.Errorf("log has %v", counts)
	}
	if len(streams.free) != 1 {
		t.Errorf("%d histograms for slices that follow each other", len(streams.free))
	}
}

func TestOnlyRequestDurationsAreLogged(t *testing.T) {
	streams := newStreams(true)
	if streams.of(metrics.HTTPReqWaitingName, nil) != nil {
		t.Error("another metric has a stream")
	}
	if newStreams(false).of(metrics.HTTPReqDurationName, nil) != nil {
		t.Error("a stream although there is no log")
	}
}

func TestALogThatCannotBeCreatedIsAnErrorOfOneLine(t *testing.T) {
	_, err := newHlogWriter(filepath.Join(t.TempDir(), "missing", "x.hlog"), time.Now())
	if err == nil || !strings.HasPrefix(err.Error(), "K6_ROLLUP_HLOG: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
}
