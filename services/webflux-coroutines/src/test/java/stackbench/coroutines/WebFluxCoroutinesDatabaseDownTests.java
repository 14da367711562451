package stackbench.coroutines;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import stackbench.conformance.DatabaseDownTests;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class WebFluxCoroutinesDatabaseDownTests extends DatabaseDownTests {

}
