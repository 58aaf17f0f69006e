import { projectPath } from '../../../shared/addresses.ts'
import type { ResultsOptions } from '../../../shared/contracts/results.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './results.module.css'
import { texts } from './texts.tsx'
import type { ResultsAddress } from './use-results-address.ts'

const { unreviewed: words } = texts

const mostPrograms = 2

/** Filter in the format of `shared/filters.ts`, whose code this route does not load. */
const toReview = 'source.is.machine*reviewState.isNot.confirmed*reviewState.isNot.rejected'

interface UnreviewedNoteProps {
  projectId: string
  unreviewed: ResultsOptions['unreviewed']
  review: ResultsAddress['review']
  change: (changes: Record<string, string>) => void
}

/** A note above the figures about unreviewed suggestions, with actions to count or review them. */
export function UnreviewedNote({ projectId, unreviewed, review, change }: UnreviewedNoteProps) {
  const count = unreviewed.reduce((sum, { annotations }) => sum + annotations, 0)
  if (count === 0 || review === 'confirmed') return null
  const isCounted = review === 'all'
  const programs = programNames(unreviewed)
  return (
    <Note>
      <div className={styles.unreviewed}>
        <p>{isCounted ? words.counted(count, programs) : words.notCounted(count, programs)}</p>
        <Button size="small" onClick={() => change({ review: isCounted ? '' : 'all' })}>
          {isCounted ? words.leaveOut : words.count}
        </Button>
        <LinkButton size="small" to={projectPath(projectId, `annotate/review?${new URLSearchParams({ filter: toReview })}`)}>
          {words.review}
        </LinkButton>
      </div>
    </Note>
  )
}

function programNames(unreviewed: ResultsOptions['unreviewed']): string {
  const names = unreviewed.slice(0, mostPrograms).map(({ program }) => program ?? words.program)
  const others = unreviewed.length - names.length
  return new Intl.ListFormat('en-GB').format(others > 0 ? [...names, words.others(others)] : names)
}
