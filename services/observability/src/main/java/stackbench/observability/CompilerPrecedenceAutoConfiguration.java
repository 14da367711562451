package stackbench.observability;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * Gives compilers and scrapes precedence over requests. Disable it unless the target has
 * its own CPU quota: next to other processes of the same cgroup, lower priorities would
 * leave this target less CPU time than the others.
 */
@AutoConfiguration
class CompilerPrecedenceAutoConfiguration {

	@Bean
	CompilerPrecedence compilerPrecedence(KernelThreads threads,
			@Value("${observability.modest-threads:true}") boolean enabled) {
		return new CompilerPrecedence(threads, enabled);
	}

}
