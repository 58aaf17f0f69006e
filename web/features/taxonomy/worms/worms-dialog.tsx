import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import type { WormsTaxon } from '../../../../shared/contracts/worms.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatCount } from '../../../ui/format.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Select } from '../../../ui/select.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { CatalogTree } from '../catalog-tree.ts'
import { Choices } from '../import/choices.tsx'
import { importWords } from '../import/import-words.ts'
import { labelOutline, refreshCatalog } from '../queries.ts'
import { Preview } from './preview.tsx'
import { type Ranks, type TakeChoice, takePreview, takeTaxon } from './queries.ts'
import { TaxonSearch } from './taxon-search.tsx'
import { WormsFailure } from './worms-failure.tsx'

interface WormsDialogProps {
  projectId: string
  tree: CatalogTree
  /** The open label, offered as the place for the taxon. */
  near: string | null
  onAdded: (labelId: string) => void
  onClose: () => void
}

const rankOptions: { value: Ranks; label: string }[] = [
  { value: 'main', label: 'Kingdom, phylum, class, order, family, genus' },
  { value: 'all', label: 'All ranks in WoRMS' },
  { value: 'none', label: 'None: only the taxon' }
]

const firstChoice: TakeChoice = { ranks: 'main', under: null, namesakes: 'ask' }

/** Dialog that adds a taxon from WoRMS: search by name, preview of all additions, confirmation. */
// Long: one dialog with its states, and the calls that change them.
export default function WormsDialog({ projectId, tree, near, onAdded, onClose }: WormsDialogProps) {
  const id = useId()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<WormsTaxon | null>(null)
  const [choice, setChoice] = useState(firstChoice)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const preview = useQuery(takePreview(projectId, chosen?.aphiaId ?? null, choice))
  const known = useMemo(() => new Set(tree.labels.flatMap(({ aphiaId }) => aphiaId ?? [])), [tree])
  const report = chosen ? preview.data : undefined
  const error = failure ?? preview.error

  async function add(aphiaId: number) {
    setBusy(true)
    setFailure(null)
    try {
      const done = await takeTaxon(projectId, aphiaId, { ...choice, dryRun: false })
      await refreshCatalog(client, projectId)
      const changed = done.changedCount > 0 ? `, ${formatCount(done.changedCount, 'completed', 'completed')}` : ''
      showToast({ tone: 'ok', title: `${formatCount(done.newCount, 'label')} added${changed}`, description: 'From WoRMS.' })
      const outline = client.getQueryData(labelOutline(projectId).queryKey)
      const taken = done.taxa.at(-1)?.aphiaId
      const label = outline?.labels.find(each => each.aphiaId === taken)
      if (label) onAdded(label.id)
      else onClose()
    } catch (reason) {
      setFailure(reason)
      setBusy(false)
    }
  }

  function back() {
    setChosen(null)
    setFailure(null)
  }

  return (
    <Dialog
      title="Add from WoRMS"
      isOpen
      onClose={onClose}
      size="wide"
      keepOpenOutside={text !== ''}
      actions={
        chosen && (
          <>
            <Button onClick={back}>Back to the search</Button>
            {report && (
              <Button
                variant="primary"
                busy={busy || preview.isPlaceholderData}
                disabled={report.newCount + report.changedCount === 0}
                onClick={() => void add(chosen.aphiaId)}
              >
                {importWords(report, 'Nothing to add')}
              </Button>
            )}
          </>
        )
      }
    >
      {!chosen && (
        <TaxonSearch
          text={text}
          onText={setText}
          known={known}
          safe="The catalog was not changed. A label that you add yourself can take its name from WoRMS later, by “Check names”."
          onChoose={setChosen}
        />
      )}
      {chosen && error ? (
        <WormsFailure
          error={error}
          safe="The catalog was not changed."
          retrying={preview.isFetching || busy}
          onRetry={() => void (failure ? add(chosen.aphiaId) : preview.refetch())}
        />
      ) : null}
      {chosen && preview.isFetching && !error && (
        <ProgressBar label={`Requesting the classification and other names of ${chosen.scientificName} from WoRMS`} />
      )}
      {chosen && report && (
        <>
          <Preview chosen={chosen} report={report} />
          <Choices
            tree={tree}
            near={near}
            choice={choice}
            onChoose={part => setChoice({ ...choice, ...part })}
            placeOnly={choice.namesakes === 'ask' && report.ambiguousCount === 0}
          >
            <Select
              id={`${id}-ranks`}
              label="Higher taxa to add"
              value={choice.ranks}
              onChange={event => setChoice({ ...choice, ranks: event.target.value as Ranks })}
              options={rankOptions}
            />
          </Choices>
        </>
      )}
    </Dialog>
  )
}
