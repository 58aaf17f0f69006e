import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import type { WormsTaxon } from '../../../../shared/contracts/worms.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
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
import { texts } from './texts.tsx'
import { WormsFailure } from './worms-failure.tsx'

const { add: words } = texts

interface WormsDialogProps {
  projectId: string
  tree: CatalogTree
  /** The open label, offered as the parent of the taxon. */
  near: string | null
  onAdded: (labelId: string) => void
  onClose: () => void
}

const rankOptions = (Object.keys(words.rankOptions) as Ranks[]).map(value => ({ value, label: words.rankOptions[value] }))

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
      showToast({ tone: 'ok', title: words.added(done.newCount, done.changedCount), description: words.source })
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
      title={words.title}
      isOpen
      onClose={onClose}
      size="wide"
      keepOpenOutside={text !== ''}
      actions={
        chosen && (
          <>
            <Button onClick={back}>{words.back}</Button>
            {report && (
              <Button
                variant="primary"
                busy={busy || preview.isPlaceholderData}
                disabled={report.newCount + report.changedCount === 0}
                onClick={() => void add(chosen.aphiaId)}
              >
                {importWords(report, words.nothing)}
              </Button>
            )}
          </>
        )
      }
    >
      {!chosen && <TaxonSearch text={text} onText={setText} known={known} safe={words.safeInSearch} onChoose={setChosen} />}
      {chosen && error ? (
        <WormsFailure
          error={error}
          safe={words.safe}
          retrying={preview.isFetching || busy}
          onRetry={() => void (failure ? add(chosen.aphiaId) : preview.refetch())}
        />
      ) : null}
      {chosen && preview.isFetching && !error && <ProgressBar label={words.requesting(chosen.scientificName)} />}
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
              label={words.ranks}
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
