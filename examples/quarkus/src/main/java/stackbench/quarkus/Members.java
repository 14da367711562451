package stackbench.quarkus;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

import javax.sql.DataSource;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.NotFoundException;

/**
 * Members in the database, by plain JDBC: the statements of the other targets.
 */
@ApplicationScoped
class Members {

	private static final String SELECT = "SELECT id, name, age, team_id FROM member WHERE id = ?";

	private static final String INSERT = "INSERT INTO member (name, age, team_id) VALUES (?, ?, ?) RETURNING id";

	private final DataSource database;

	Members(DataSource database) {
		this.database = database;
	}

	Member find(long id) throws SQLException {
		try (Connection connection = this.database.getConnection();
				PreparedStatement statement = connection.prepareStatement(SELECT)) {
			statement.setLong(1, id);
			try (ResultSet row = statement.executeQuery()) {
				if (!row.next()) {
					throw new NotFoundException();
				}
				return new Member(row.getLong(1), row.getString(2), row.getInt(3), row.getLong(4));
			}
		}
	}

	Member create(NewMember member) throws SQLException {
		try (Connection connection = this.database.getConnection();
				PreparedStatement statement = connection.prepareStatement(INSERT)) {
			statement.setString(1, member.name());
			statement.setInt(2, member.age());
			statement.setLong(3, member.teamId());
			try (ResultSet row = statement.executeQuery()) {
				row.next();
				return new Member(row.getLong(1), member.name(), member.age(), member.teamId());
			}
		}
	}

}
