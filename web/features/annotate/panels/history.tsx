import { useQuery } from '@tanstack/react-query'
import type { AnnotationVersion } from '../../../../shared/contracts/annotations.ts'
import type { LabelIndex } from '../../../annotation/label-index.ts'
import styles from '../../../annotation/panels.module.css'
import { Button } from '../../../ui/button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { NamesIn } from '../../../ui/names-in.ts'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import type { Changes } from '../document/edits.ts'
import { historyOf } from '../queries.ts'
import * as texts from '../texts.ts'
import { deedWords } from './history-words.ts'

interface HistoryProps {
  annotationId: string
  labelIndex: LabelIndex
  revision: number
  /** Called with the changes that restore a version. Null for people who may not edit. */
  onBringBack: ((changes: Changes) => void) | null
}

/** Version history of an annotation with authors and times, newest first. Earlier versions can be restored. */
export function History({ annotationId, labelIndex, revision, onBringBack }: HistoryProps) {
  const query = useQuery(historyOf(annotationId, revision))
  return (
    <Loaded query={query} failed={texts.selection.history.failed} skeleton={<SkeletonRows rows={2} height="1.5rem" />}>
      {({ versions: [newest, ...older] }) => (
        <ol className={styles.history}>
          {newest &&
            [newest, ...older].map((version, index, versions) => {
              const changes = changesTo(version, newest)
              return (
                <li key={version.revision}>
                  <strong>{version.by}</strong>{' '}
                  <NamesIn text={deedWords(version, versions[index + 1])} labels={[labelIndex.get(version.labelId)]} />
                  <br />
                  <Timestamp time={version.at} />
                  {onBringBack && changes && (
                    <Button size="small" variant="quiet" onClick={() => onBringBack(changes)}>
                      {texts.selection.history.restore}
                    </Button>
                  )}
                </li>
              )
            })}
        </ol>
      )}
    </Loaded>
  )
}

/** Returns the changes that restore an earlier version; null if nothing differs or the label of that version was deleted. */
function changesTo(version: AnnotationVersion, newest: AnnotationVersion): Changes | null {
  if (version.labelId !== null && version.labelName === null) return null
  const { shape, labelId, confidence, attributes } = version
  const changes: Changes = {
    ...(!same(shape, newest.shape) && { shape }),
    ...(labelId !== newest.labelId && { labelId }),
    ...(confidence !== newest.confidence && { confidence }),
    ...(!same(attributes, newest.attributes) && { attributes })
  }
  return Object.keys(changes).length > 0 ? changes : null
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
