import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { NameCheck, WormsTaxon } from '../../../../shared/contracts/worms.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import type { CatalogTree } from '../catalog-tree.ts'
import { Decided } from './decided.tsx'
import { Findings } from './findings.tsx'
import { keepName, leaveNames, reconsiderName, takeName } from './queries.ts'
import { texts } from './texts.tsx'
import { type NameCheckRun, useNameCheck } from './use-name-check.ts'
import { WormsFailure } from './worms-failure.tsx'

const { check: words } = texts

interface CheckDialogProps {
  projectId: string
  tree: CatalogTree
  onClose: () => void
}

/** Decision on a name. `open` reverts an earlier decision. */
type Decision = { kind: 'used'; newName: string } | { kind: 'left' | 'open' }

/** Dialog that compares the names of the catalog with WoRMS. A person corrects differing names or leaves them unchanged, one by one. */
// Long: one dialog with its states, and the calls that change them.
export default function CheckDialog({ projectId, tree, onClose }: CheckDialogProps) {
  const client = useQueryClient()
  const [every, setEvery] = useState(() => !tree.labels.some(({ scientificName }) => scientificName !== undefined))
  const { run, start, goOn, stop } = useNameCheck(projectId)
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map())
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())
  const stateOf = ({ labelId, left }: NameCheck) => decisions.get(labelId)?.kind ?? (left ? 'left' : 'open')
  const open = run.checks.filter(check => stateOf(check) === 'open')
  const left = run.checks.filter(check => stateOf(check) === 'left')
  const used = run.checks.flatMap(check => {
    const decision = decisions.get(check.labelId)
    return decision?.kind === 'used' ? [{ check, newName: decision.newName }] : []
  })
  const decide = (checks: readonly NameCheck[], decision: Decision) =>
    setDecisions(before => new Map([...before, ...checks.map(({ labelId }) => [labelId, decision] as const)]))
  const fail = (checks: readonly NameCheck[], error: unknown) => {
    const sentence = sentenceOf(error, words.refused)
    setFailures(before => new Map([...before, ...checks.map(({ labelId }) => [labelId, sentence] as const)]))
  }

  /** Applies a name from WoRMS. @returns true when the label was changed */
  async function use(check: NameCheck, taxon: WormsTaxon, how = takeName): Promise<boolean> {
    try {
      const newName = await how(client, check, taxon)
      decide([check], { kind: 'used', newName })
      return true
    } catch (error) {
      fail([check], error)
      return false
    }
  }

  /** Leaves names unchanged optimistically, and reopens them when the server refuses. */
  async function leave(checks: readonly NameCheck[]) {
    decide(checks, { kind: 'left' })
    try {
      await leaveNames(projectId, checks)
    } catch (error) {
      decide(checks, { kind: 'open' })
      fail(checks, error)
    }
  }

  async function reconsider(check: NameCheck) {
    decide([check], { kind: 'open' })
    try {
      await reconsiderName(check.labelId)
    } catch (error) {
      fail([check], error)
    }
  }

  function begin() {
    setDecisions(new Map())
    setFailures(new Map())
    start(every)
  }

  return (
    <Dialog
      title={words.title}
      isOpen
      onClose={onClose}
      size="wide"
      keepOpenOutside={run.state !== 'ready'}
      actions={
        run.state === 'running' ? (
          <Button onClick={stop}>{words.stop}</Button>
        ) : run.state === 'stopped' ? (
          <>
            <Button onClick={begin}>{words.beginAgain}</Button>
            {!run.error && (
              <Button variant="primary" onClick={() => void goOn(every)}>
                {words.goOn}
              </Button>
            )}
          </>
        ) : run.state === 'done' ? (
          <Button onClick={begin}>{words.again}</Button>
        ) : (
          <Button variant="primary" onClick={begin}>
            {words.begin}
          </Button>
        )
      }
    >
      {run.state === 'ready' && (
        <>
          <p>{words.about}</p>
          <Checkbox label={words.every} description={words.everyAbout} checked={every} onChange={() => setEvery(!every)} />
        </>
      )}
      {run.state === 'running' && (
        <ProgressBar
          label={words.comparing}
          {...(run.totalCount > 0 && { share: run.checkedCount / run.totalCount })}
          value={run.totalCount > 0 ? words.progress(run.checkedCount, run.totalCount) : undefined}
        />
      )}
      {run.error ? <WormsFailure error={run.error} safe={words.safe} onRetry={() => void goOn(every)} /> : null}
      {run.state !== 'ready' && (
        <>
          <Findings
            projectId={projectId}
            checks={open}
            failures={failures}
            summary={summaryOf(run, { open: open.length, used: used.length, left: left.length })}
            onUse={use}
            onKeep={(check, taxon) => use(check, taxon, keepName)}
            onLeave={checks => void leave(checks)}
          />
          <Decided projectId={projectId} used={used} left={left} onReconsider={check => void reconsider(check)} />
        </>
      )}
    </Dialog>
  )
}

function summaryOf(
  { state, checks, checkedCount, totalCount }: NameCheckRun,
  { open, used, left }: { open: number; used: number; left: number }
): string {
  if (open > 0) return words.open(open)
  if (state === 'running') return ''
  const compared = words.compared(checkedCount)
  if (state === 'stopped') return checkedCount === 0 ? '' : words.noneSoFar(compared)
  if (totalCount === 0) return words.noNames
  if (checks.length === 0) return words.allAgree(compared)
  return words.finished(compared, used, left)
}
