import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { LabelDetail, OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { ChevronRightIcon, CloseIcon, EditIcon, MoreIcon } from '../../../ui/icons.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { MenuButton } from '../../../ui/menu.tsx'
import { Facts } from '../../../ui/section.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { taxonNamed } from '../../../ui/taxon-named.ts'
import type { CatalogTree } from '../catalog-tree.ts'
import { type LabelDeed, labelMenu } from '../label-menu.tsx'
import { oneLabel } from '../queries.ts'
import { Plate } from '../references/plate.tsx'
import { labelTexts as texts } from '../texts.ts'
import { annotationsPath, reviewPath } from '../touched.tsx'
import { conservationWords, environmentWords, languageName, qualifierWords } from '../words.ts'
import { aphiaIdOf } from './label-fields.ts'
import styles from './label-panel.module.css'

const { panel: words, facts: factNames } = texts

const LabelForm = lazy(() => import('./label-form.tsx'))
const LabelHistory = lazy(() => import('./label-history.tsx'))

interface LabelPanelProps {
  labelId: string
  tree: CatalogTree
  mayEdit: boolean
  isEditing: boolean
  onEdit: (editing: boolean) => void
  onDeed: (labelId: string, deed: LabelDeed) => void
  onSelect: (labelId: string) => void
  onClose: () => void
}

/** Panel beside the list with all facts about one label. */
// Long: one region of the page, top to bottom.
export function LabelPanel(props: LabelPanelProps) {
  const { labelId, tree, mayEdit, isEditing, onEdit, onDeed, onSelect, onClose } = props
  const label = useQuery(oneLabel(labelId))
  const short = tree.get(labelId)
  const path = tree.pathOf(labelId)
  /** Number of times that the person reloaded the form. Neither a change by another member nor a failed request clears the form. */
  const [reloads, setReloads] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isEditing) heading.current?.focus()
  }, [isEditing])

  return (
    <aside className={styles.panel} aria-label={words.label}>
      <div className={styles.head}>
        <nav className={styles.path} aria-label={words.path}>
          {path.map(({ id, name }) => (
            <span key={id}>
              <button type="button" onClick={() => onSelect(id)}>
                {name}
              </button>
              <ChevronRightIcon aria-hidden />
            </span>
          ))}
        </nav>
        <IconButton label={words.close} size="small" onClick={onClose}>
          <CloseIcon aria-hidden />
        </IconButton>
        <h2 ref={heading} tabIndex={-1} className={styles.title} id="label-heading">
          {short ? <TaxonName label={short} /> : words.unnamed}
        </h2>
        {short && <Scientific label={short} />}
      </div>
      <Loaded query={label} failed={words.failed} skeleton={<SkeletonRows rows={6} />}>
        {detail =>
          isEditing && mayEdit ? (
            <Suspense fallback={<SkeletonRows rows={6} />}>
              <LabelForm
                key={`${detail.id} ${reloads}`}
                label={detail}
                paletteColour={tree.get(detail.id)?.paletteColour}
                hotkeys={hotkeysOf(tree)}
                onDone={() => onEdit(false)}
                onReload={() => void label.refetch().then(({ isError }) => !isError && setReloads(reloads + 1))}
              />
            </Suspense>
          ) : (
            <>
              <div className={styles.actions}>
                {mayEdit && (
                  <Button size="small" icon={<EditIcon aria-hidden />} onClick={() => onEdit(true)}>
                    {words.edit}
                  </Button>
                )}
                <MenuButton
                  label={words.more(detail.name)}
                  iconOnly
                  size="small"
                  items={
                    short
                      ? labelMenu(short, { mayEdit, annotations: annotationsPath(detail.projectId, short, tree) }, deed =>
                          onDeed(labelId, deed)
                        )
                      : []
                  }
                >
                  <MoreIcon aria-hidden />
                </MenuButton>
              </div>
              <Details label={detail} tree={tree} mayEdit={mayEdit} />
            </>
          )
        }
      </Loaded>
    </aside>
  )
}

/** Author of the name, preceded by the scientific name if the label has a different name. */
function Scientific({ label }: { label: OutlineLabel }) {
  const { name, scientificName, scientificNameAuthorship } = label
  const isOther = scientificName !== undefined && scientificName !== name
  if (!isOther && !scientificNameAuthorship) return null
  return (
    <p className={styles.author}>
      {isOther && <TaxonName label={{ ...label, name: scientificName }} />} {scientificNameAuthorship}
    </p>
  )
}

function hotkeysOf(tree: CatalogTree): Map<number, string> {
  return new Map(tree.labels.flatMap(({ hotkey, name }) => (hotkey === undefined ? [] : [[hotkey, name]])))
}

// Long: all groups of facts, in order.
function Details({ label, tree, mayEdit }: { label: LabelDetail; tree: CatalogTree; mayEdit: boolean }) {
  const [history, setHistory] = useState(false)
  const { annotationCount, totalAnnotationCount, childCount, identificationQualifier, conservationStatus, environments } = label
  const aphiaId = aphiaIdOf(label.scientificNameID)
  const facts = [
    { name: factNames.rank, value: label.taxonRank },
    { name: factNames.status, value: label.taxonomicStatus },
    {
      name: factNames.acceptedName,
      value: label.acceptedNameUsage && <TaxonName label={taxonNamed(label.acceptedNameUsage, label.taxonRank)} />
    },
    { name: factNames.worms, value: aphiaId && <AphiaLink id={aphiaId} /> },
    {
      name: factNames.qualifier,
      value: identificationQualifier && `${identificationQualifier} ${qualifierWords[identificationQualifier]}`
    },
    { name: factNames.morphospecies, value: label.morphospecies },
    { name: factNames.asWritten, value: label.verbatimIdentification },
    { name: factNames.redList, value: conservationStatus && `${conservationStatus}, ${conservationWords[conservationStatus]}` },
    { name: factNames.livesIn, value: environments.map(each => environmentWords[each].toLowerCase()).join(', ') },
    { name: factNames.key, value: label.hotkey !== null && <kbd>{label.hotkey}</kbd> },
    {
      name: factNames.synonyms,
      value: label.synonyms.length > 0 && <Names names={label.synonyms.map(name => ({ name, about: '' }))} rank={label.taxonRank} />
    },
    {
      name: factNames.commonNames,
      value: label.vernacularNames.length > 0 && (
        <Names names={label.vernacularNames.map(({ name, language }) => ({ name, about: languageName(language) }))} />
      )
    }
  ].filter(({ value }) => value)

  return (
    <div className={styles.body}>
      <dl className={styles.counts}>
        <div>
          <dt>{words.annotations}</dt>
          <dd>
            <Used count={annotationCount} path={reviewPath(label.projectId, label.id)} />
          </dd>
        </div>
        {childCount > 0 && (
          <div>
            <dt>{words.withChildren}</dt>
            <dd>
              <Used count={totalAnnotationCount} path={reviewPath(label.projectId, label.id, 'under')} />
            </dd>
          </div>
        )}
        {childCount > 0 && (
          <div>
            <dt>{words.children(childCount)}</dt>
            <dd>{formatNumber(childCount, 0)}</dd>
          </div>
        )}
      </dl>
      <Plate label={label} tree={tree} mayEdit={mayEdit} />
      {label.acceptedNameUsage && <Badge tone="warn">{words.notAccepted}</Badge>}
      {facts.length > 0 ? <Facts className={styles.facts} facts={facts} /> : <p className={styles.quiet}>{words.noDetails}</p>}
      {label.definition && <Text title={factNames.definition} text={label.definition} />}
      {label.identificationNotes && <Text title={factNames.notes} text={label.identificationNotes} />}
      <details className={styles.history} onToggle={event => setHistory(event.currentTarget.open)}>
        <summary>{words.history(label.revision)}</summary>
        {history && (
          <Suspense fallback={<SkeletonRows rows={3} />}>
            <LabelHistory labelId={label.id} revision={label.revision} />
          </Suspense>
        )}
      </details>
    </div>
  )
}

/** Count with a link to the counted items; plain text for zero. */
function Used({ count, path }: { count: number; path: string }) {
  const written = formatNumber(count, 0)
  return count === 0 ? written : <Link to={path}>{written}</Link>
}

function AphiaLink({ id }: { id: string }) {
  return (
    <a href={`https://www.marinespecies.org/aphia.php?p=taxdetails&id=${id}`} target="_blank" rel="noreferrer">
      {words.aphiaId(id)}
    </a>
  )
}

/** List of synonyms or common names. @param rank rank of the taxon of the synonyms; absent for common names */
function Names({ names, rank }: { names: { name: string; about: string }[]; rank?: string | null }) {
  return (
    <ul className={styles.names}>
      {names.map(({ name, about }) => (
        <li key={`${name} ${about}`}>
          {rank === undefined ? name : <TaxonName label={taxonNamed(name, rank)} />}
          {about && <small>{about}</small>}
        </li>
      ))}
    </ul>
  )
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <section className={styles.text}>
      <h3>{title}</h3>
      <p>{text}</p>
    </section>
  )
}
