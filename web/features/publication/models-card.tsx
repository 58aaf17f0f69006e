import { useState } from 'react'
import type { PublicationCoverage, PublishedModel } from '../../../shared/contracts/publication.ts'
import { namedModel } from '../../../shared/publication/models.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { DeleteIcon, EditIcon } from '../../ui/icons.tsx'
import { Loaded, type Loading } from '../../ui/loaded.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Card } from './card.tsx'
import type { PublicationForm } from './field-props.ts'
import { ModelDialog } from './model-dialog.tsx'
import styles from './publication.module.css'
import { texts } from './texts.ts'

const { models: words } = texts

interface ModelsCardProps {
  form: PublicationForm
  coverage: Loading<PublicationCoverage>
  readOnly: boolean
}

/** A program that has annotations in the project, a description, or both. */
interface Program {
  annotator: string
  proposalCount: number
  confirmedCount: number
}

/** Card with the models that suggested annotations, and their descriptions. */
export function ModelsCard({ form: { watch, setValue }, coverage, readOnly }: ModelsCardProps) {
  const models = watch('models')
  const [editing, setEditing] = useState<string | null>(null)
  const set = (next: PublishedModel[]) => setValue('models', next, { shouldDirty: true })
  return (
    <Card title={words.title} description={words.description}>
      <Loaded query={coverage} failed={words.failed} skeleton={<SkeletonRows rows={1} label={words.loading} />}>
        {({ programs }) => {
          const shown = [...programs, ...withoutProposals(models, programs)]
          if (shown.length === 0) return <p className={styles.quiet}>{words.none}</p>
          return (
            <ul id="publication-models" tabIndex={-1} className={styles.list} aria-label={words.list}>
              {shown.map(program => (
                <ModelRow
                  key={program.annotator}
                  program={program}
                  models={models}
                  readOnly={readOnly}
                  onEdit={() => setEditing(program.annotator)}
                  onRemove={() => set(models.filter(({ annotator }) => annotator !== program.annotator))}
                />
              ))}
            </ul>
          )
        }}
      </Loaded>
      {editing !== null && (
        <ModelDialog
          annotator={editing}
          model={models.find(({ annotator }) => annotator === editing) ?? null}
          onSave={saved => {
            set([...models.filter(({ annotator }) => annotator !== editing), saved])
            setEditing(null)
          }}
          onClose={() => setEditing(null)}
        />
      )}
    </Card>
  )
}

const withoutProposals = (models: readonly PublishedModel[], programs: readonly Program[]): Program[] =>
  models
    .filter(({ annotator }) => !programs.some(program => program.annotator === annotator))
    .map(({ annotator }) => ({ annotator, proposalCount: 0, confirmedCount: 0 }))

interface ModelRowProps {
  program: Program
  models: readonly PublishedModel[]
  readOnly: boolean
  onEdit: () => void
  onRemove: () => void
}

function ModelRow({ program: { annotator, proposalCount, confirmedCount }, models, readOnly, onEdit, onRemove }: ModelRowProps) {
  const { name, references, isDescribed } = namedModel(annotator, models)
  const isGiven = models.some(model => model.annotator === annotator)
  const counts = words.counts(proposalCount, confirmedCount)
  return (
    <li className={styles.item}>
      <div className={styles.itemWords}>
        <span className={styles.name}>
          {name ?? annotator} {!isDescribed && <Badge tone="warn">{isGiven ? words.incomplete : words.notDescribed}</Badge>}
        </span>
        <span className={styles.about}>{[counts, ...references.slice(1)].join(' · ')}</span>
      </div>
      {!readOnly && (
        <div className={styles.itemActions}>
          {isGiven ? (
            <>
              <IconButton size="small" label={words.edit(name ?? annotator)} onClick={onEdit}>
                <EditIcon />
              </IconButton>
              <IconButton size="small" label={words.remove(name ?? annotator)} onClick={onRemove}>
                <DeleteIcon />
              </IconButton>
            </>
          ) : (
            <Button size="small" onClick={onEdit}>
              {words.describe}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
