package stackbench.mvc;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.ActiveProfiles;

import stackbench.conformance.DatabaseDownTests;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@ActiveProfiles("r2dbc")
class MvcR2dbcDatabaseDownTests extends DatabaseDownTests {

}
