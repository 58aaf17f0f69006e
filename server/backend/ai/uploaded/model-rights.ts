import type { AccountSight, Scope } from '../../projects/scope.ts'
import type { Database } from '../../storage/database.ts'
import { ModelUploadNeeds } from '../errors.ts'
import type { ModelPolicy } from './model-policy.ts'

/** Returns whether an account may add and manage models of a project. */
export async function mayManageModels(
  db: Database,
  { accountId, role }: Pick<Scope, 'role'> & Pick<AccountSight, 'accountId'>,
  policy: Pick<ModelPolicy, 'uploaders'>
) {
  if (role === 'viewer') return false
  if (policy.uploaders === 'owners' && role === 'owner') return true
  const account = await db.selectFrom('account').select('administrator').where('id', '=', accountId).executeTakeFirst()
  return account?.administrator === 1
}

/** Requires the right to add and manage models. @throws ModelUploadNeeds */
export async function requireModelRight(db: Database, scope: Scope, policy: Pick<ModelPolicy, 'uploaders'>): Promise<void> {
  if (await mayManageModels(db, scope, policy)) return
  throw new ModelUploadNeeds(
    policy.uploaders === 'owners'
      ? 'Only project owners and server administrators can add and manage models'
      : 'Only server administrators who are editors of the project can add and manage models'
  )
}
