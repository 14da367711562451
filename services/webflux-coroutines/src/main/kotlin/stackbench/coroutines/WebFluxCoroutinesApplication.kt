package stackbench.coroutines

import org.springframework.boot.autoconfigure.SpringBootApplication
import org.springframework.boot.runApplication
import org.springframework.context.annotation.Import
import stackbench.shared.ReactiveConfiguration

/** Netty and R2DBC with suspend functions: the target `webflux-coroutines`. */
@SpringBootApplication(proxyBeanMethods = false)
@Import(ReactiveConfiguration::class)
class WebFluxCoroutinesApplication

fun main(arguments: Array<String>) {
	runApplication<WebFluxCoroutinesApplication>(*arguments)
}
