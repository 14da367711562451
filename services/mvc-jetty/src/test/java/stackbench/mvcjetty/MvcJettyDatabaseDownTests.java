package stackbench.mvcjetty;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import stackbench.conformance.DatabaseDownTests;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class MvcJettyDatabaseDownTests extends DatabaseDownTests {

}
