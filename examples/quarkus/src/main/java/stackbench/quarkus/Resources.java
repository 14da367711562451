package stackbench.quarkus;

import java.sql.SQLException;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;

/**
 * The endpoints of five scenarios, each request on a virtual thread.
 */
@Path("/")
@RunOnVirtualThread
public class Resources {

	record Simple(String message) {
	}

	record Slept(int millis) {
	}

	record Primes(int limit, int primes) {
	}

	private final Members members;

	Resources(Members members) {
		this.members = members;
	}

	@GET
	@Path("simple")
	public Simple simple() {
		return new Simple("ok");
	}

	@GET
	@Path("heavy")
	public Primes heavy(@QueryParam("limit") int limit) {
		int primes = 0;
		for (int number = 2; number <= limit; number++) {
			if (isPrime(number)) {
				primes++;
			}
		}
		return new Primes(limit, primes);
	}

	private static boolean isPrime(int number) {
		for (int divisor = 2; divisor * divisor <= number; divisor++) {
			if (number % divisor == 0) {
				return false;
			}
		}
		return true;
	}

	@GET
	@Path("block")
	public Slept block(@QueryParam("millis") int millis) throws InterruptedException {
		Thread.sleep(millis);
		return new Slept(millis);
	}

	@GET
	@Path("members/{id}")
	public Member find(long id) throws SQLException {
		return this.members.find(id);
	}

	@POST
	@Path("members")
	public Response create(NewMember member) throws SQLException {
		Member stored = this.members.create(member);
		// Not created(…), which makes the address absolute.
		return Response.status(Status.CREATED)
			.header(HttpHeaders.LOCATION, "/members/" + stored.id())
			.entity(stored)
			.build();
	}

}
