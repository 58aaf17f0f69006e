import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { NameCheck, WormsTaxon } from '../../../../shared/contracts/worms.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatCount, formatNumber } from '../../../ui/format.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import type { CatalogTree } from '../catalog-tree.ts'
import { Findings } from './findings.tsx'
import { takeName } from './queries.ts'
import { type NameCheckRun, useNameCheck } from './use-name-check.ts'
import { WormsFailure } from './worms-failure.tsx'

interface CheckDialogProps {
  projectId: string
  tree: CatalogTree
  onClose: () => void
}

export type Decision = 'used' | 'left'

/** Compares the names of the catalog with WoRMS; what differs is put right, or left, name by name. */
export default function CheckDialog({ projectId, tree, onClose }: CheckDialogProps) {
  const client = useQueryClient()
  const [every, setEvery] = useState(() => !tree.labels.some(({ scientificName }) => scientificName !== undefined))
  const { run, start, goOn, stop } = useNameCheck(projectId)
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map())
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())
  const open = run.checks.filter(({ labelId }) => !decisions.has(labelId))
  const decide = (labelId: string, decision: Decision) => setDecisions(before => new Map(before).set(labelId, decision))

  /** @returns whether it was taken */
  async function use(check: NameCheck, taxon: WormsTaxon): Promise<boolean> {
    try {
      await takeName(client, check, taxon)
      decide(check.labelId, 'used')
      return true
    } catch (error) {
      setFailures(before => new Map(before).set(check.labelId, sentenceOf(error, 'The server did not take it.')))
      return false
    }
  }

  function begin() {
    setDecisions(new Map())
    setFailures(new Map())
    start(every)
  }

  return (
    <Dialog
      title="Check names against WoRMS"
      isOpen
      onClose={onClose}
      size="wide"
      keepOpenOutside={run.state !== 'ready'}
      actions={
        run.state === 'running' ? (
          <Button onClick={stop}>Stop</Button>
        ) : run.state === 'stopped' ? (
          <>
            <Button onClick={begin}>Begin again</Button>
            {!run.error && (
              <Button variant="primary" onClick={() => void goOn(every)}>
                Go on
              </Button>
            )}
          </>
        ) : run.state === 'done' ? (
          <Button onClick={begin}>Check again</Button>
        ) : (
          <Button variant="primary" onClick={begin}>
            Check names
          </Button>
        )
      }
    >
      {run.state === 'ready' && (
        <>
          <p>
            The names of the catalog are compared with the World Register of Marine Species, fifty at a time. Nothing changes until you say
            so, name by name.
          </p>
          <Checkbox
            label="Compare labels without a scientific name too"
            description="By their own name. What WoRMS does not know, such as “Sand”, is passed over."
            checked={every}
            onChange={() => setEvery(!every)}
          />
        </>
      )}
      {run.state === 'running' && (
        <ProgressBar
          label="Comparing names"
          {...(run.totalCount > 0 && { share: run.checkedCount / run.totalCount })}
          value={run.totalCount > 0 ? `${formatNumber(run.checkedCount, 0)} of ${formatNumber(run.totalCount, 0)}` : undefined}
        />
      )}
      {run.error ? (
        <WormsFailure error={run.error} safe="What you have decided is kept; nothing else changed." onRetry={() => void goOn(every)} />
      ) : null}
      {run.state !== 'ready' && (
        <Findings
          checks={open}
          failures={failures}
          summary={summaryOf(run, open.length, decisions)}
          onUse={use}
          onLeave={labelId => decide(labelId, 'left')}
        />
      )}
    </Dialog>
  )
}

function summaryOf(
  { state, checks, checkedCount, totalCount }: NameCheckRun,
  openCount: number,
  decisions: ReadonlyMap<string, Decision>
): string {
  if (openCount > 0) return `${formatCount(openCount, 'name')} to look at`
  if (state === 'running') return ''
  const compared = `${formatCount(checkedCount, 'name')} compared`
  if (state === 'stopped') return checkedCount === 0 ? '' : `Nothing to look at so far: ${compared}.`
  if (totalCount === 0) return 'No label has a scientific name yet: begin again, and compare labels without one too.'
  if (checks.length === 0) return `All is as WoRMS has it: ${compared}.`
  const used = [...decisions.values()].filter(decision => decision === 'used').length
  return `Nothing left to look at. ${compared}: ${formatNumber(used, 0)} put right, ${formatNumber(decisions.size - used, 0)} left as they are.`
}
