import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { projectPath } from '../../../../shared/addresses.ts'
import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { indexLabels } from '../../../annotation/label-index.ts'
import { useNumberKeys } from '../../../annotation/use-number-keys.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Note } from '../../../ui/note.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Page } from '../../../ui/section.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { auditWith } from './audit-queries.ts'
import { AuditResult } from './audit-result.tsx'
import { Judging } from './judging.tsx'
import { auditTexts as words } from './texts.ts'

interface AuditProps {
  projectId: string
  bulkAcceptanceId: string
  labels: readonly OutlineLabel[]
  mayEdit: boolean
}

/** Blind audit of a bulk acceptance: the crops to label, and the result after its end. */
// Long: the states of one screen.
export function Audit({ projectId, bulkAcceptanceId, labels, mayEdit }: AuditProps) {
  const audit = useQuery(auditWith(bulkAcceptanceId))
  const keys = useNumberKeys(projectId, labels)
  const labelIndex = useMemo(() => indexLabels(labels, keys), [labels, keys])
  const back = audit.data && (
    <LinkButton to={`${projectPath(projectId, 'ai/suggestions')}?run=${audit.data.runId}`}>{words.toSuggestions}</LinkButton>
  )
  return (
    <Page title={words.title} description={audit.data?.state === 'done' ? words.descriptionOfResult : words.description} actions={back}>
      <Loaded query={audit} failed={words.failed} skeleton={<SkeletonRows rows={6} height="4rem" label={words.loading} />}>
        {report =>
          report.state === 'done' ? (
            <AuditResult {...{ projectId, bulkAcceptanceId, labelIndex, mayEdit, report }} />
          ) : report.state === 'closed' ? (
            <Note>{words.closed}</Note>
          ) : mayEdit ? (
            <>
              {report.isOfOneLabel && <Note>{words.oneLabel}</Note>}
              <Judging {...{ projectId, bulkAcceptanceId, labelIndex, audit: report }} />
            </>
          ) : (
            <>
              <Note>{words.viewer}</Note>
              <ProgressBar
                label={words.progress}
                share={report.answered / report.size}
                value={words.of(report.answered, report.size - report.lost)}
              />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}
