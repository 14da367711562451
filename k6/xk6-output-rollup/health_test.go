package rollup

import (
	"strings"
	"testing"
	"time"
)

func TestTheHealthPointHasTheRunsTagsAndSumsSinceTheStart(t *testing.T) {
	tags := map[string]string{"run": "a b", "target": "mvc"}
	line := string(healthLine(tags, 1700000000, 3, sent{written: 7, dropped: 2, writeErrors: 1}))
	head, rest, _ := strings.Cut(line, " cpuSeconds=")
	_, counts, _ := strings.Cut(rest, ",")
	if head != `rollup,run=a\ b,target=mvc` {
		t.Errorf("measurement and tags: %s", head)
	}
	if want := "lateSamples=3i,pointsDropped=2i,pointsWritten=7i,writeErrors=1i 1700000000"; counts != want {
		t.Errorf("%s, want %s", counts, want)
	}
}

func TestBurntCPUShowsInTheProcesssTime(t *testing.T) {
	before := processCPU()
	for deadline := time.Now().Add(10 * time.Second); processCPU() == before; {
		if time.Now().After(deadline) {
			t.Fatal("10 s of work did not show")
		}
	}
}

func TestARunWritesHealthPoints(t *testing.T) {
	influx := newFakeInfluxDB(t, nil)
	r := start(t, influx.URL, patient)
	r.request(time.Now(), "true")
	r.stopAndReport()
	influx.mu.Lock()
	defer influx.mu.Unlock()
	for key, fields := range influx.points {
		if strings.HasPrefix(key, "rollup ") && strings.Contains(fields, "cpuSeconds=") {
			return
		}
	}
	t.Errorf("no health point among %v", influx.points)
}
