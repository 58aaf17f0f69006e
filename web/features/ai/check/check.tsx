import { useMemo } from 'react'
import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { indexLabels } from '../../../annotation/label-index.ts'
import { TaskScreen } from '../task-screen.tsx'
import { texts } from '../texts.ts'
import { DoubtList } from './doubt-list.tsx'

const { check: words } = texts

interface CheckProps {
  projectId: string
  labels: readonly OutlineLabel[]
  mayEdit: boolean
}

/** Labels that the last check found suspect, the most suspicious first. */
export function Check({ projectId, labels, mayEdit }: CheckProps) {
  const labelIndex = useMemo(() => indexLabels(labels), [labels])
  return (
    <TaskScreen {...{ projectId, mayEdit, words }} task="check">
      {({ id }) => <DoubtList key={id} {...{ projectId, labelIndex, mayEdit }} runId={id} />}
    </TaskScreen>
  )
}
