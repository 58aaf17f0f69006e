import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RunDetails } from '../../../../shared/contracts/ai.ts'
import { expectedErrors } from '../../../../shared/expected-errors.ts'
import { fewTests } from '../../../../shared/few-tests.ts'
import type { LabelIndex } from '../../../annotation/label-index.ts'
import { Swatch } from '../../../annotation/swatch.tsx'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { cancel as cancelWord } from '../../../ui/texts.ts'
import { showToast } from '../../../ui/toast.tsx'
import { texts } from '../texts.ts'
import { countFrom } from '../threshold.tsx'
import styles from './bulk.module.css'
import { acceptInBulk, probesWith, undoInBulk } from './bulk-queries.ts'
import { texts as words } from './texts.ts'

interface BulkDialogProps {
  run: RunDetails
  labelIndex: LabelIndex
  /** Label that the page is limited to; null for all labels. */
  labelId: string | null
  percent: number
  onCheck(): void
  onClose(): void
}

/** Dialog to accept all suggestions of chosen labels at or above the threshold. It shows the error rate expected from the checked sample. */
// Long: one dialog, from top to bottom.
export default function BulkDialog({ run, labelIndex, labelId, percent, onCheck, onClose }: BulkDialogProps) {
  const { data: probes, isPending, isError } = useQuery(probesWith(run.id))
  const rows = run.histogram
    .map(({ labelId: id, bins }) => ({ id, count: countFrom(bins, percent) }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
  const [left, setLeft] = useState<ReadonlySet<string>>(() => new Set(labelId ? rows.flatMap(({ id }) => (id === labelId ? [] : id)) : []))
  const chosen = rows.filter(({ id }) => !left.has(id))
  const count = chosen.reduce((sum, row) => sum + row.count, 0)
  const least = percent / 100
  const scope = { least, ...(chosen.length < rows.length && { labelIds: chosen.map(({ id }) => id) }) }
  const errors = expectedErrors(probes?.judged ?? [], scope)
  const undo = useMutation({
    ...undoInBulk(),
    onError: error => showToast({ tone: 'danger', title: texts.suggestions.notUndone, description: sentenceOf(error, texts.refused) })
  })
  const accept = useMutation({
    ...acceptInBulk(run.id),
    onSuccess: ({ id, state, count: accepted }) => {
      showToast({
        tone: 'ok',
        title: state === 'done' ? words.accepted(accepted) : words.started,
        action: { label: words.undo, onAction: () => undo.mutate(id) }
      })
      onClose()
    },
    onError: error => showToast({ tone: 'danger', title: words.notAccepted, description: sentenceOf(error, texts.refused) })
  })

  return (
    <Dialog
      title={words.title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{cancelWord}</Button>
          <Button
            variant="primary"
            busy={accept.isPending}
            disabled={count === 0 || isPending}
            onClick={() => accept.mutate({ ...scope, expected: count })}
          >
            {words.accept(count)}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        <p className={styles.quiet}>{words.about}</p>
        <table className={styles.labels} aria-label={words.labels}>
          <thead>
            <tr>
              <th scope="col">{words.label}</th>
              <th scope="col">{words.count}</th>
              <th scope="col">{words.checked}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => {
              const label = labelIndex.get(row.id)
              const { wrong, judged } = expectedErrors(probes?.judged ?? [], { least, labelIds: [row.id] })
              return (
                <tr key={row.id}>
                  <th scope="row">
                    <Checkbox
                      aria-label={words.choose(label?.name ?? '–')}
                      checked={!left.has(row.id)}
                      onChange={({ currentTarget: { checked } }) =>
                        setLeft(before => new Set(checked ? [...before].filter(id => id !== row.id) : [...before, row.id]))
                      }
                      label={
                        <>
                          <Swatch label={label} /> {label ? <TaxonName label={label} /> : '–'}
                        </>
                      }
                    />
                  </th>
                  <td>{formatNumber(row.count, 0)}</td>
                  <td>{words.wrongOf(wrong, judged)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
        <p className={styles.total} aria-live="polite">
          {words.total(count, chosen.length, percent)}
        </p>
        {isError && !probes && <p role="alert">{words.notLoaded}</p>}
        {probes && (
          <div className={styles.estimate}>
            <p>
              {words.errors(errors)} {words.inCounts(errors, count)}
            </p>
            {errors.judged >= fewTests && <p className={styles.quiet}>{words.formula}</p>}
            {probes.waitingCount > 0 && <p className={styles.quiet}>{words.waiting(probes)}</p>}
            {probes.lostCount > 0 && <p className={styles.quiet}>{words.lost(probes)}</p>}
            <div>
              <Button size="small" onClick={onCheck}>
                {words.check}
              </Button>
            </div>
          </div>
        )}
      </div>
    </Dialog>
  )
}
