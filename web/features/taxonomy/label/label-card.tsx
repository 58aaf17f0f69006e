import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { writtenName } from '../../../../shared/taxonomy/written-name.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { PatchPicture } from '../../../imagery/patch-picture.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { FavouriteIcon, FavouriteOnIcon } from '../../../ui/icons.tsx'
import { BareSelect } from '../../../ui/select.tsx'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { showToast } from '../../../ui/toast.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { changeLabel, favourLabel } from '../edits.ts'
import { oneLabel } from '../queries.ts'
import { labelReferences } from '../references/queries.ts'
import { labelTexts as texts } from '../texts.ts'
import styles from './label-card.module.css'

const { card: words } = texts

interface LabelCardProps {
  projectId: string
  labelId: string
  labels: readonly OutlineLabel[]
  mayEdit: boolean
}

const keys = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]

/** Card of the current label in Annotate, with its favourite star, number key and definition. */
// Long: all parts of one card.
export function LabelCard({ projectId, labelId, labels, mayEdit }: LabelCardProps) {
  const client = useQueryClient()
  const details = useQuery(oneLabel(labelId))
  const references = useQuery(labelReferences(labelId))
  const [busy, setBusy] = useState(false)
  const label = labels.find(({ id }) => id === labelId)
  if (!label) return null
  const name = writtenName(label)
  const holderOf = (key: number) => labels.find(({ id, hotkey }) => hotkey === key && id !== labelId)
  const { definition = null, identificationNotes = null } = details.data ?? {}
  const [reference] = references.data ?? []

  const failed = (title: string) => (error: unknown) => showToast({ tone: 'danger', title, description: sentenceOf(error, words.refused) })

  async function give(key: number | null) {
    const holder = key === null ? undefined : holderOf(key)
    setBusy(true)
    await changeLabel(client, labelId, { hotkey: key }).then(
      () =>
        showToast({
          title: words.keyGiven(key, name),
          ...(holder && { description: words.keyTaken(writtenName(holder)) })
        }),
      failed(words.keyFailed)
    )
    setBusy(false)
  }

  return (
    <section className={styles.card} aria-label={words.about(name)}>
      <div className={styles.head}>
        <IconButton
          size="small"
          label={words.isFavourite(name)}
          tip={label.favourite ? words.unfavour : words.favour}
          aria-pressed={label.favourite ?? false}
          onClick={() => void favourLabel(client, projectId, labelId, !label.favourite).catch(failed(words.favourFailed))}
        >
          {label.favourite ? <FavouriteOnIcon aria-hidden /> : <FavouriteIcon aria-hidden />}
        </IconButton>
        <strong>
          <TaxonName label={label} />
        </strong>
        {mayEdit && (
          <BareSelect
            label={words.keyOf(name)}
            className={styles.key}
            disabled={busy}
            value={label.hotkey?.toString() ?? ''}
            options={[
              { value: '', label: words.noKey },
              ...keys.map(key => {
                const holder = holderOf(key)
                return { value: String(key), label: words.key(key, holder ? writtenName(holder) : null) }
              })
            ]}
            onChange={event => void give(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
          />
        )}
      </div>
      {(definition || identificationNotes || reference) && (
        <div className={styles.meaning}>
          {reference && (
            <span className={styles.patch} data-tip={words.on(name, reference.fileName)}>
              <PatchPicture annotationId={reference.annotationId} revision={reference.annotationRevision} />
              <VisuallyHidden>{words.on(name, reference.fileName)}</VisuallyHidden>
            </span>
          )}
          <div>
            {definition && <p data-tip={definition}>{definition}</p>}
            {identificationNotes && <p data-tip={identificationNotes}>{identificationNotes}</p>}
          </div>
        </div>
      )}
    </section>
  )
}
