import type { Publication, PublicationDraft, PublishedPerson } from '../../../shared/contracts/publication.ts'
import { nothingPublished } from '../../../shared/publication/nothing-published.ts'
import { nameParts } from '../../../shared/publication/people.ts'
import { InvalidRequest, StaleRevision } from '../../lib/errors.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject } from '../projects/edit-project.ts'
import type { Scope, Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { publicationErrors } from './rules.ts'

type Content = Omit<PublicationDraft, 'revision'>

export async function publicationOf(db: Database, { projectId }: Sight): Promise<Publication> {
  const row = await db.selectFrom('publication').selectAll().where('project_id', '=', projectId).executeTakeFirst()
  return {
    ...nothingPublished,
    ...(row && (JSON.parse(row.content) as Content)),
    projectId,
    members: await membersOf(db, projectId),
    revision: row?.revision ?? 1,
    modifiedAt: row?.modified_at ?? null
  }
}

/** Reads the members in order of joining, with owners first. */
async function membersOf(db: Database, projectId: string): Promise<PublishedPerson[]> {
  const members = await db
    .selectFrom('project_member')
    .innerJoin('account', 'account.id', 'project_member.account_id')
    .select(['account.name', 'account.email', 'account.affiliation', 'account.orcid', 'project_member.role'])
    .where('project_id', '=', projectId)
    .orderBy('joined_at')
    .orderBy('account.id')
    .execute()
  const owners = members.filter(({ role }) => role === 'owner')
  return [...owners, ...members.filter(({ role }) => role !== 'owner')].map(({ name, email, affiliation, orcid, role }) => ({
    ...nameParts(name ?? email),
    organizationName: affiliation,
    email,
    orcid,
    role: role === 'owner' ? 'creator' : 'contentProvider',
    tookImages: false
  }))
}

/** Replaces the whole publication. @throws StaleRevision when it was edited in the meantime @throws InvalidRequest */
export async function savePublication(
  editProject: EditProject,
  scope: Scope,
  { revision, ...publication }: PublicationDraft
): Promise<Publication> {
  const errors = publicationErrors({ revision, ...publication })
  if (errors.length > 0) throw new InvalidRequest(errors)
  const { projectId, accountId } = scope
  return editProject(scope, async ({ transaction, at, publish }) => {
    const before = await publicationOf(transaction, scope)
    if (before.revision !== revision) throw new StaleRevision(before.revision, revision)
    const columns = { content: JSON.stringify(publication), revision: revision + 1, modified_at: at }
    await transaction
      .insertInto('publication')
      .values({ project_id: projectId, ...columns })
      .onConflict(conflict => conflict.column('project_id').doUpdateSet(columns))
      .execute()
    await recordActivity(transaction, { projectId, actorId: accountId, event: 'publication.revised', detail: {} })
    publish({ type: 'changed', noun: 'publication', projectId })
    return publicationOf(transaction, scope)
  })
}
