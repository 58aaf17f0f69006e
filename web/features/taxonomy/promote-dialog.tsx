import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useId, useState } from 'react'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { writtenName } from '../../../shared/taxonomy/written-name.ts'
import { ApiError, sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { NamesIn } from '../../ui/names-in.ts'
import { FormFields } from '../../ui/section.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { promoteLabel } from './edits.ts'
import { readAphiaId } from './label/label-fields.ts'
import styles from './label/label-panel.module.css'
import { RankField } from './label/rank-field.tsx'
import { dialogTexts as texts } from './texts.ts'
import { WouldTouch } from './touched.tsx'
import { type UsedName, usedName } from './worms/name-edit.ts'

const { promote: words } = texts

const TaxonSearch = lazy(() => import('./worms/taxon-search.tsx').then(({ TaxonSearch }) => ({ default: TaxonSearch })))

interface PromoteDialogProps {
  projectId: string
  label: OutlineLabel
  /** Opens the merge dialog, for a name that another label already has. */
  onMerge: () => void
  onClose: () => void
}

interface Named {
  scientificName: string
  authorship: string
  rank: string
  aphiaId: string
}

const noName: Named = { scientificName: '', authorship: '', rank: '', aphiaId: '' }

/** Dialog that gives a morphospecies or an open-nomenclature name its scientific name. All annotations of the label follow. */
// Long: one dialog with its states, and the calls that change them.
export default function PromoteDialog({ projectId, label, onMerge, onClose }: PromoteDialogProps) {
  const form = useId()
  const client = useQueryClient()
  const [taxon, setTaxon] = useState(noName)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const [found, setFound] = useState<UsedName | null>(null)
  const [sought, setSought] = useState<string | null>(null)
  const scientificNameID = readAphiaId(taxon.aphiaId.trim())
  const name = writtenName(label)
  const count = label.annotationCount ?? 0
  const isTaken = error instanceof ApiError && error.code === 'LABEL_NAME_TAKEN'
  const field = (key: keyof Named) => ({
    value: taxon[key],
    onChange: (event: { target: { value: string } }) => setTaxon({ ...taxon, [key]: event.target.value }),
    autoComplete: 'off'
  })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const scientificName = taxon.scientificName.trim()
    if (scientificName === '' || scientificNameID === undefined) return
    setBusy(true)
    try {
      const promoted = await promoteLabel(client, projectId, label.id, {
        scientificName,
        scientificNameAuthorship: taxon.authorship.trim() || null,
        taxonRank: taxon.rank.trim().toLowerCase() || null,
        scientificNameID,
        taxonomicStatus: found?.name === scientificName && String(found.aphiaId) === taxon.aphiaId.trim() ? 'accepted' : null
      })
      showToast({ tone: 'ok', title: words.done(name, promoted.name) })
      onClose()
    } catch (reason) {
      setError(reason)
      setBusy(false)
    }
  }

  const title = <NamesIn text={words.title(name)} labels={[label]} />
  if (sought !== null)
    return (
      <Dialog
        title={title}
        isOpen
        onClose={onClose}
        keepOpenOutside
        actions={<Button onClick={() => setSought(null)}>{words.byHand}</Button>}
      >
        <Suspense fallback={null}>
          <TaxonSearch
            text={sought}
            onText={setSought}
            known={none}
            safe={words.byHandAbout}
            onChoose={chosen => {
              const used = usedName(chosen)
              setFound(used)
              setTaxon({
                scientificName: used.name,
                authorship: used.authorship ?? '',
                rank: chosen.taxonRank ?? '',
                aphiaId: String(used.aphiaId)
              })
              setSought(null)
            }}
          />
        </Suspense>
      </Dialog>
    )

  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      keepOpenOutside
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          {isTaken && <Button onClick={onMerge}>{words.merge}</Button>}
          <Button variant="primary" type="submit" form={form} busy={busy}>
            {words.submit}
          </Button>
        </>
      }
    >
      <p>{words.about(count > 0 && <WouldTouch projectId={projectId} label={label} />, oldNames(label))}</p>
      <div>
        <Button size="small" icon={<SearchIcon aria-hidden />} onClick={() => setSought(taxon.scientificName)}>
          {words.search}
        </Button>
      </div>
      <form id={form} onSubmit={event => void submit(event)}>
        <FormFields>
          <FormSummary title={error ? sentenceOf(error, words.failed) : null} />
          <TextField
            label={words.scientificName}
            required
            maxLength={200}
            autoFocus
            description={words.scientificNameAbout}
            {...field('scientificName')}
          />
          <TextField label={words.author} optional maxLength={200} {...field('authorship')} />
          <div className={styles.pair}>
            <RankField optional {...field('rank')} />
            <TextField
              label={words.aphiaId}
              optional
              inputMode="numeric"
              error={scientificNameID === undefined ? words.noAphiaId : undefined}
              {...field('aphiaId')}
            />
          </div>
        </FormFields>
      </form>
    </Dialog>
  )
}

const none: ReadonlySet<number> = new Set()

const oldNames = ({ name, scientificName, morphospecies }: OutlineLabel): string[] =>
  [...new Set([name, scientificName, morphospecies].filter(each => each !== undefined))].map(each => `“${each}”`)
