// Command k6 is k6 with the rollup output built in.
package main

import (
	"go.k6.io/k6/v2/cmd"

	_ "github.com/stackbench/xk6-output-rollup"
)

func main() {
	cmd.Execute()
}
