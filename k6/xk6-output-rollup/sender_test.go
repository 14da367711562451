package rollup

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func testConfig(addr string) Config {
	config := DefaultConfig()
	config.Addr = addr
	config.PushInterval = time.Millisecond
	return config
}

func testSender(t *testing.T, config Config) *sender {
	t.Helper()
	client, err := newInfluxClient(config)
	if err != nil {
		t.Fatal(err)
	}
	return startSender(client, config.QueuePoints, config.PushInterval)
}

// enqueue adds points of the seconds 0, 1, …
func enqueue(s *sender, points int) {
	for second := range points {
		s.enqueue(fmt.Appendf(nil, "hits value=1 %d", second))
	}
}

func TestTheDatabaseIsCreatedThenPointsGoToIt(t *testing.T) {
	influx := newFakeInfluxDB(t, nil)
	config := testConfig(influx.URL)
	config.DB, config.Username, config.Password, config.Retention = "my db", "user", "token", "week"
	s := testSender(t, config)
	enqueue(s, 3)
	if sent := s.stop(time.Minute); sent.written != 3 || sent.dropped != 0 || sent.writeErrors != 0 {
		t.Errorf("%+v", sent)
	}
	requests := influx.seen()
	if len(requests) < 2 || requests[0] != "POST /query" || requests[1] != "POST /write?db=my+db&precision=s&rp=week" {
		t.Errorf("%q", requests)
	}
	if influx.user != "user" || influx.password != "token" {
		t.Errorf("user %q, password %q", influx.user, influx.password)
	}
}

func TestWhoMayNotCreateADatabaseStillWrites(t *testing.T) {
	influx := newFakeInfluxDB(t, func(r *http.Request) int {
		if r.URL.Path == "/query" {
			return http.StatusForbidden
		}
		return http.StatusNoContent
	})
	s := testSender(t, testConfig(influx.URL))
	enqueue(s, 3)
	if sent := s.stop(time.Minute); sent.written != 3 {
		t.Errorf("%+v", sent)
	}
}

func TestPointsSurviveAFailureThatPasses(t *testing.T) {
	var failures atomic.Int32
	influx := newFakeInfluxDB(t, func(r *http.Request) int {
		if r.URL.Path == "/write" && failures.Add(1) <= 2 {
			return http.StatusInternalServerError
		}
		return http.StatusNoContent
	})
	s := testSender(t, testConfig(influx.URL))
	enqueue(s, 10)
	sent := s.stop(time.Minute)
	if sent.written != 10 || sent.dropped != 0 || sent.writeErrors != 2 || !strings.Contains(sent.lastError, "500") ||
		!strings.Contains(sent.lastError, "made up") {
		t.Errorf("%+v", sent)
	}
	if sum := influx.sumOf(t, "hits"); sum != 10 {
		t.Errorf("InfluxDB has %v", sum)
	}
}

func TestADatabaseThatWentAwayIsCreatedAnew(t *testing.T) {
	var writes, queries atomic.Int32
	influx := newFakeInfluxDB(t, func(r *http.Request) int {
		if r.URL.Path == "/query" {
			queries.Add(1)
		} else if writes.Add(1) == 1 {
			return http.StatusNotFound
		}
		return http.StatusNoContent
	})
	s := testSender(t, testConfig(influx.URL))
	enqueue(s, 1)
	if sent := s.stop(time.Minute); sent.written != 1 || queries.Load() != 2 {
		t.Errorf("%+v, %d queries", sent, queries.Load())
	}
}

func TestPointsThatAreRefusedAreDroppedAndNotSentAgain(t *testing.T) {
	var writes atomic.Int32
	influx := newFakeInfluxDB(t, func(r *http.Request) int {
		if r.URL.Path == "/write" {
			writes.Add(1)
		}
		return http.StatusBadRequest
	})
	s := testSender(t, testConfig(influx.URL))
	s.enqueue([]byte("hits value=1 1"))
	if sent := s.stop(time.Minute); sent.dropped != 1 || sent.writeErrors != 1 || writes.Load() != 1 {
		t.Errorf("%+v, %d writes", sent, writes.Load())
	}
}

func TestAServerThatFailsOrIsGoneMeansDropsButAnEnd(t *testing.T) {
	gone := newFakeInfluxDB(t, nil)
	gone.Close()
	failing := newFakeInfluxDB(t, onWrite(http.StatusServiceUnavailable))
	for name, addr := range map[string]string{"gone": gone.URL, "failing": failing.URL} {
		t.Run(name, func(t *testing.T) {
			s := testSender(t, testConfig(addr))
			enqueue(s, 10)
			sent := s.stop(time.Minute)
			if sent.written != 0 || sent.dropped != 10 || sent.writeErrors == 0 || sent.lastError == "" {
				t.Errorf("%+v", sent)
			}
		})
	}
}

// hang answers nothing until the test is over.
func hang(t *testing.T) func(*http.Request) int {
	t.Helper()
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	return func(r *http.Request) int {
		select {
		case <-over:
		case <-r.Context().Done():
		}
		return http.StatusNoContent
	}
}

func TestAHangingServerHoldsUpNeitherEnqueueNorStop(t *testing.T) {
	influx := newFakeInfluxDB(t, hang(t))
	config := testConfig(influx.URL)
	config.QueuePoints = 100
	s := testSender(t, config)
	enqueue(s, 1000)
	sent := s.stop(50 * time.Millisecond)
	if sent.written != 0 || sent.dropped != 1000 || sent.writeErrors == 0 {
		t.Errorf("%+v", sent)
	}
}

func TestAFullQueueDropsTheOldest(t *testing.T) {
	influx := newFakeInfluxDB(t, nil)
	config := testConfig(influx.URL)
	config.QueuePoints, config.PushInterval = 10, time.Hour // nothing is sent before stop
	s := testSender(t, config)
	enqueue(s, 25)
	if sent := s.stop(time.Minute); sent.written != 10 || sent.dropped != 15 {
		t.Errorf("%+v", sent)
	}
	for second := 15; second < 25; second++ {
		if influx.points[fmt.Sprintf("hits %d", second)] != "value=1" {
			t.Errorf("point %d is missing", second)
		}
	}
}

func TestABatchThatFailedGoesBackAsFarAsThereIsRoom(t *testing.T) {
	s := &sender{limit: 5, queue: [][]byte{[]byte("4"), []byte("5"), []byte("6")}}
	goOn := s.account([][]byte{[]byte("1"), []byte("2"), []byte("3")}, errors.New("made up"), time.Second)
	if queue := string(bytes.Join(s.queue, nil)); queue != "23456" || s.sent.dropped != 1 || goOn {
		t.Errorf("queue %s, %+v, go on: %v", queue, s.sent, goOn)
	}
}
