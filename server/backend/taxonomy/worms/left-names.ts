import { sql } from 'kysely'
import type { NameCheck } from '../../../../shared/contracts/worms.ts'
import { formerMember } from '../../../../shared/former-member.ts'
import { timestamp } from '../../../lib/clock.ts'
import type { AccountSight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'
import type { Finding } from './check.ts'

/** Decisions to keep names that differ from WoRMS. A decision applies only as long as the name and the WoRMS suggestion are unchanged. */
export function leftNames(db: Database) {
  return {
    async among(findings: readonly Finding[]): Promise<(finding: Finding) => NameCheck['left']> {
      const wanted = jsonItems(
        db,
        findings.map(({ labelId }) => ({ id: labelId }))
      )
      const rows = await db
        .selectFrom('label_name_left as said')
        .leftJoin('account', 'account.id', 'said.account_id')
        .select(['said.label_id', 'said.name', 'said.proposed', 'said.at', 'account.name as account_name', 'account.email'])
        .where('said.label_id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
        .execute()
      const byLabel = new Map(rows.map(row => [row.label_id, row]))
      return ({ labelId, name, scientificName, proposed }) => {
        const row = byLabel.get(labelId)
        if (!row || row.name !== (scientificName ?? name) || row.proposed !== proposed) return null
        return { by: row.account_name ?? row.email ?? formerMember, at: row.at }
      }
    },

    /** Stores decisions. Labels of other projects are skipped. */
    async keep(
      { projectId, accountId }: AccountSight,
      names: readonly { labelId: string; name: string; proposed: string }[]
    ): Promise<void> {
      const given = jsonItems(db, [...new Map(names.map(each => [each.labelId, each])).values()])
      await sql`
        insert into label_name_left (label_id, name, proposed, account_id, at)
        select label.id, given.name, given.proposed, ${accountId}, ${timestamp()}
        from (
          select item.value ->> 'labelId' as id, item.value ->> 'name' as name, item.value ->> 'proposed' as proposed from ${given}
        ) as given
        join label on label.id = given.id and label.project_id = ${projectId}
        where true
        on conflict (label_id) do update set
          name = excluded.name, proposed = excluded.proposed, account_id = excluded.account_id, at = excluded.at`.execute(db)
    },

    async takeBack(labelId: string): Promise<void> {
      await db.deleteFrom('label_name_left').where('label_id', '=', labelId).execute()
    }
  }
}
