package rollup

import (
	"os"
	"testing"

	"go.k6.io/k6/v2/cmd"
)

// asK6 makes the test binary run as k6 with this output, so that tests need no separate build of k6.
const asK6 = "ROLLUP_TEST_AS_K6"

func TestMain(m *testing.M) {
	if os.Getenv(asK6) != "" {
		cmd.Execute()
		return
	}
	os.Exit(m.Run())
}
