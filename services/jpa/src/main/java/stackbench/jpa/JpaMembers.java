package stackbench.jpa;

import org.springframework.stereotype.Service;

import stackbench.contract.Fault;
import stackbench.contract.Member;
import stackbench.contract.NewMember;
import stackbench.shared.Members;

/**
 * Members in the database, through JPA.
 */
@Service
class JpaMembers implements Members {

	private final MemberRepository members;

	JpaMembers(MemberRepository members) {
		this.members = members;
	}

	@Override
	public Member find(long id) {
		return this.members.findById(id).orElseThrow(() -> Fault.noMember(id)).toMember();
	}

	@Override
	public Member create(NewMember member) {
		return this.members.save(new MemberEntity(member)).toMember();
	}

	@Override
	public Member drawSlowly() {
		return this.members.drawSlowly().toMember();
	}

}
