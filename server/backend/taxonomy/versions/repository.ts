import { sql } from 'kysely'
import type { CatalogVersion } from '../../../../shared/contracts/catalog-versions.ts'
import { formerMember } from '../../../../shared/former-member.ts'
import { NotFound } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import { recordActivity } from '../../projects/activity.ts'
import type { EditProject } from '../../projects/edit-project.ts'
import type { AccountSight, Sight } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { editCatalog, labelsChanged } from '../catalog-edit.ts'
import { VersionNameTaken } from '../errors.ts'
import { nameKey, tidyName } from '../names.ts'
import { contentColumns } from '../rows.ts'

/** Named versions of a catalog. */
// Long: the queries of one noun.
export function catalogVersions(db: Database, editProject: EditProject) {
  const versions = () =>
    db
      .selectFrom('catalog_version')
      .leftJoin('account', 'account.id', 'catalog_version.created_by')
      .selectAll('catalog_version')
      .select(['account.name as account_name', 'account.email'])

  return {
    /** Lists the versions of a catalog, newest first. */
    async list({ projectId }: Sight): Promise<CatalogVersion[]> {
      const rows = await versions().where('project_id', '=', projectId).orderBy('catalog_version.id', 'desc').execute()
      return rows.map(toVersion)
    },

    /** Reads a version of a catalog. @throws NotFound, including for a version of another project */
    async get({ projectId }: Sight, versionId: string): Promise<CatalogVersion> {
      const row = await versions().where('project_id', '=', projectId).where('catalog_version.id', '=', versionId).executeTakeFirst()
      if (!row) throw new NotFound('The version of the catalog')
      return toVersion(row)
    },

    /**
     * Stores the current catalog as a version, in one statement.
     * @returns id of the version
     * @throws VersionNameTaken
     */
    async freeze(scope: AccountSight, given: { name: string; note?: string | null }): Promise<string> {
      return editCatalog(editProject, scope, async edit => {
        const { transaction, projectId, accountId, at } = edit
        const name = tidyName(given.name)
        const twin = await transaction
          .selectFrom('catalog_version')
          .select('name')
          .where('project_id', '=', projectId)
          .where('name_key', '=', nameKey(name))
          .executeTakeFirst()
        if (twin) throw new VersionNameTaken(twin.name)
        const { total } = await transaction
          .selectFrom('label')
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .where('project_id', '=', projectId)
          .executeTakeFirstOrThrow()
        const id = newId()
        await transaction
          .insertInto('catalog_version')
          .values({
            id,
            project_id: projectId,
            name,
            name_key: nameKey(name),
            note: given.note?.trim() || null,
            label_count: total,
            created_by: accountId,
            created_at: at
          })
          .execute()
        const columns = sql.raw(contentColumns.join(', '))
        await sql`
          insert into catalog_version_label (version_id, label_id, ${columns})
          select ${id}, id, ${columns} from label where project_id = ${projectId}`.execute(transaction)
        await recordActivity(transaction, { projectId, actorId: accountId, event: 'catalog.frozen', detail: { name, count: total } })
        edit.publish(labelsChanged(edit))
        return id
      })
    }
  }
}

interface VersionRow {
  id: string
  project_id: string
  name: string
  note: string | null
  label_count: number
  created_at: string
  account_name: string | null
  email: string | null
}

function toVersion(row: VersionRow): CatalogVersion {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    note: row.note,
    labelCount: row.label_count,
    createdBy: row.account_name ?? row.email ?? formerMember,
    createdAt: row.created_at
  }
}
