import type { SiteOperationResult } from '../../../../shared/contracts/sites.ts'
import type { EditResult } from '../../../sync/stored-edit.ts'
import type { SiteVersion, StoredOperation } from './edits.ts'
import { texts } from './texts.ts'

/** Outcome of an operation. The server returns no removed site, so the answer to a removal is the site that was removed. */
export function resultOf({ id, outcome, message, site }: SiteOperationResult, operation: StoredOperation | undefined): EditResult {
  const isDone = outcome === 'done'
  const removed =
    isDone && operation?.kind === 'remove' && operation.was ? { ...operation.was, revision: operation.revision, removed: true } : null
  const answer: SiteVersion | null = site ? { ...site, removed: false } : removed
  return { id, problem: isDone ? null : (message ?? texts.notSaved), answer }
}
