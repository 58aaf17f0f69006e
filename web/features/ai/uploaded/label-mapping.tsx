import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import type { UploadedModelCard, UploadedModelLabel } from '../../../../shared/contracts/uploaded-models.ts'
import { indexLabels } from '../../../annotation/label-index.ts'
import { Swatch } from '../../../annotation/swatch.tsx'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { showToast } from '../../../ui/toast.tsx'
import { texts as aiTexts } from '../texts.ts'
import { mapLabels } from './queries.ts'
import { texts } from './texts.ts'
import styles from './uploaded.module.css'

const { mapping: words } = texts

const LabelDialog = lazy(() => import('../../../annotation/label-dialog.tsx').then(module => ({ default: module.LabelDialog })))

const shownAtOnce = 100
const recentLabels = 5

interface LabelMappingProps {
  card: UploadedModelCard
  /** Labels of the catalog. */
  labels: readonly OutlineLabel[]
  mayEdit: boolean
}

/** Table that maps the labels of a model to labels of the catalog. */
// Long: the columns of one table, and its dialog.
export function LabelMapping({ card, labels, mayEdit }: LabelMappingProps) {
  const labelIndex = useMemo(() => indexLabels(labels), [labels])
  const [shown, setShown] = useState(shownAtOnce)
  const [choosing, setChoosing] = useState<UploadedModelLabel | null>(null)
  const [recent, setRecent] = useState<readonly string[]>([])
  const map = useMutation({
    ...mapLabels(card.id),
    onError: error => showToast({ tone: 'danger', title: words.notSaved, description: sentenceOf(error, aiTexts.refused) })
  })
  const inCatalog = ({ ignore, labelId }: UploadedModelLabel) => {
    if (ignore) return <span className={styles.quiet}>{words.ignored}</span>
    const label = labelIndex.get(labelId)
    return label ? (
      <>
        <Swatch label={label} /> <TaxonName label={label} />
      </>
    ) : (
      <span className={styles.quiet}>{words.notMapped}</span>
    )
  }
  const columns: Column<UploadedModelLabel>[] = [
    { id: 'model', header: words.ofModel, cell: ({ name }) => name },
    { id: 'catalog', header: words.ofCatalog, cell: inCatalog, stackedLabel: true }
  ]
  if (mayEdit)
    columns.push({
      id: 'actions',
      header: '',
      srHeader: words.actions,
      cell: label =>
        !label.ignore && (
          <div className={styles.rowActions}>
            {label.labelId !== null && (
              <Button
                size="small"
                variant="quiet"
                aria-label={words.clearName(label.name)}
                onClick={() => map.mutate([{ id: label.id, labelId: null }])}
              >
                {words.clear}
              </Button>
            )}
            <Button
              size="small"
              aria-label={label.labelId === null ? words.chooseName(label.name) : words.changeName(label.name)}
              onClick={() => setChoosing(label)}
            >
              {label.labelId === null ? words.choose : words.change}
            </Button>
          </div>
        )
    })
  return (
    <Section title={words.title} description={words.about}>
      <Table label={words.title} columns={columns} rows={card.labels.slice(0, shown)} rowKey={({ id }) => id} />
      {card.labels.length > shown && (
        <div>
          <Button onClick={() => setShown(shown + shownAtOnce)}>{aiTexts.suggestions.more}</Button>
        </div>
      )}
      {choosing && (
        <Suspense fallback={null}>
          <LabelDialog
            title={words.chooseName(choosing.name)}
            {...{ labelIndex, recent }}
            onCreate={null}
            onClose={() => setChoosing(null)}
            onChoose={labelId => {
              setChoosing(null)
              setRecent(before => [labelId, ...before.filter(other => other !== labelId)].slice(0, recentLabels))
              map.mutate([{ id: choosing.id, labelId }])
            }}
          />
        </Suspense>
      )}
    </Section>
  )
}
