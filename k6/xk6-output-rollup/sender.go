package rollup

import (
	"context"
	"errors"
	"sync"
	"time"
)

const (
	maxBatchPoints = 5000 // InfluxDB's documentation recommends batches of 5,000 to 10,000
	writeTimeout   = 5 * time.Second
	lastAttempts   = 3
	lastPause      = 250 * time.Millisecond
)

// sent counts what happened to the points.
type sent struct {
	written      int64 // points that InfluxDB has accepted; a rewritten point counts each time
	dropped      int64
	writeErrors  int64
	lastError    string
	longestWrite time.Duration
}

// A sender sends points to InfluxDB in a goroutine of its own. It sends one batch after the other, so that an older version of a point
// never overwrites a newer one. Its queue is bounded: enqueue never waits.
type sender struct {
	client       *influxClient
	limit        int
	pushInterval time.Duration

	mu    sync.Mutex
	queue [][]byte
	sent  sent

	closing chan struct{}
	stopped chan struct{}
	ctx     context.Context
	cancel  context.CancelFunc
}

func startSender(client *influxClient, limit int, pushInterval time.Duration) *sender {
	ctx, cancel := context.WithCancel(context.Background())
	s := &sender{
		client:       client,
		limit:        limit,
		pushInterval: pushInterval,
		closing:      make(chan struct{}),
		stopped:      make(chan struct{}),
		ctx:          ctx,
		cancel:       cancel,
	}
	go s.run()
	return s
}

// enqueue adds a point to the queue. If the queue is full, the oldest point is dropped.
func (s *sender) enqueue(line []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue = append(s.queue, line)
	if excess := len(s.queue) - s.limit; excess > 0 {
		s.queue = s.queue[excess:]
		s.sent.dropped += int64(excess)
	}
}

// soFar returns the counts until now.
func (s *sender) soFar() sent {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sent
}

// stop sends the queued points, but ends within the timeout. Points that are left then count as dropped.
func (s *sender) stop(timeout time.Duration) sent {
	close(s.closing)
	timer := time.AfterFunc(timeout, s.cancel)
	<-s.stopped
	timer.Stop()
	s.cancel()
	s.client.http.CloseIdleConnections()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent.dropped += int64(len(s.queue))
	s.queue = nil
	return s.sent
}

func (s *sender) run() {
	defer close(s.stopped)
	ticker := time.NewTicker(s.pushInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			s.flush()
		case <-s.closing:
			s.flushLast()
			return
		}
	}
}

// flushLast tries only a few times: a server that is gone must not delay the end of every run.
func (s *sender) flushLast() {
	for attempt := 1; !s.flush() && attempt < lastAttempts; attempt++ {
		select {
		case <-time.After(lastPause):
		case <-s.ctx.Done():
			return
		}
	}
}

// flush sends batches until the queue is empty (true) or InfluxDB fails (false).
func (s *sender) flush() bool {
	for {
		batch := s.take()
		if len(batch) == 0 {
			return true
		}
		started := time.Now()
		ctx, cancel := context.WithTimeout(s.ctx, writeTimeout)
		err := s.client.write(ctx, batch)
		cancel()
		if !s.account(batch, err, time.Since(started)) {
			return false
		}
	}
}

func (s *sender) take() [][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := min(len(s.queue), maxBatchPoints)
	batch := s.queue[:n:n]
	s.queue = s.queue[n:]
	return batch
}

// account records the outcome and returns whether to send the next batch. A batch that InfluxDB may accept later goes back to the
// front of the queue, as far as there is room.
func (s *sender) account(batch [][]byte, err error, took time.Duration) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent.longestWrite = max(s.sent.longestWrite, took)
	if err == nil {
		s.sent.written += int64(len(batch))
		return true
	}
	s.sent.writeErrors++
	s.sent.lastError = err.Error()
	var refused *refusedError
	if errors.As(err, &refused) {
		s.sent.dropped += int64(len(batch))
		return true
	}
	excess := max(0, len(batch)+len(s.queue)-s.limit)
	excess = min(excess, len(batch))
	s.sent.dropped += int64(excess)
	s.queue = append(batch[excess:], s.queue...)
	return false
}
