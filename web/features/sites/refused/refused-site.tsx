import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Site, Survey } from '../../../../shared/contracts/sites.ts'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { formatNumber } from '../../../ui/format.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import listStyles from '../../../ui/refusal-list.module.css'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { VersionRow, VersionTable } from '../../../ui/version-table.tsx'
import { changesTo, type SiteVersion } from '../document/edits.ts'
import { oneSite } from '../document/one-site.ts'
import type { SiteStore } from '../document/use-site-store.ts'
import { siteKeys } from '../queries.ts'
import { texts as siteTexts } from '../texts.tsx'
import { draftOf, type FieldName, mineOf, type SiteRefusal, shownFields } from './refusals.ts'
import { texts } from './texts.ts'

/** Query for the current state of a site on the server; null when the site is gone. @param revision newest revision seen here */
const currentSite = (projectId: string, siteId: string, revision: number) =>
  queryOptions({
    queryKey: [...siteKeys.of(projectId), 'one', siteId, revision],
    queryFn: ({ signal }): Promise<Site | null> => oneSite(siteId, signal),
    staleTime: 0
  })

interface RefusedSiteProps {
  projectId: string
  refusal: SiteRefusal
  store: SiteStore
  surveys: readonly Survey[]
  onEdit: (site: Site | null, mine: SiteVersion) => void
}

/** Refused edits of one site: both versions side by side, with the ways to resolve the conflict. */
export function RefusedSite(props: RefusedSiteProps) {
  const { projectId, refusal, store } = props
  const known = store.document.get(refusal.siteId)
  const current = useQuery(currentSite(projectId, refusal.siteId, known?.revision ?? 0))
  const heading = useId()
  const name = mineOf(refusal, projectId, current.data ?? null)?.name ?? known?.name ?? texts.unnamed
  return (
    <li aria-labelledby={heading}>
      <h3 id={heading} className={listStyles.name}>
        {name}
      </h3>
      <p>{refusal.problem}.</p>
      <Loaded query={current} failed={texts.failed} skeleton={<SkeletonRows rows={4} height="1.5rem" />}>
        {there => <Decision {...props} there={there} />}
      </Loaded>
    </li>
  )
}

function Decision({ projectId, refusal, store, surveys, onEdit, there }: RefusedSiteProps & { there: Site | null }) {
  const mine = mineOf(refusal, projectId, there)
  const discard = () => void store.outbox.discard(refusal.ids)
  function take(wanted: SiteVersion) {
    if (there) store.document.learn({ ...there, removed: false })
    if (!there) store.restore(wanted)
    else if (wanted.removed) store.remove(there)
    else store.revise(there, changesTo(there, draftOf(wanted)))
    discard()
  }
  const isRestored = !there && refusal.operations[0]?.kind === 'restore'
  return (
    <>
      {mine && <Versions mine={mine} there={there} madeAt={refusal.madeAt} surveys={surveys} />}
      <div className={listStyles.actions}>
        {mine && (there || isRestored) && (
          <Button size="small" variant="primary" onClick={() => take(mine)}>
            {there ? texts.useMine : texts.restore}
          </Button>
        )}
        {mine && !mine.removed && (
          <Button size="small" onClick={() => onEdit(there, mine)}>
            {there ? texts.editMine : isRestored ? texts.addAnew : texts.addAgain}
          </Button>
        )}
        <Button size="small" onClick={discard}>
          {there ? texts.keepCurrent : texts.discard}
        </Button>
        <Button size="small" variant="quiet" onClick={() => void copyText(JSON.stringify(refusal.operations, null, 2))}>
          {texts.copyMine}
        </Button>
      </div>
    </>
  )
}

interface VersionsProps {
  mine: SiteVersion
  there: Site | null
  madeAt: string
  surveys: readonly Survey[]
}

function Versions({ mine, there, madeAt, surveys }: VersionsProps) {
  const words = (site: Site, name: FieldName): string => {
    const value = site[name]
    if (value === null) return texts.empty
    if (name === 'surveyId') return surveys.find(({ id }) => id === value)?.name ?? texts.otherSurvey
    if (name === 'type') return siteTexts.types[site.type]
    return typeof value === 'number' ? formatNumber(value, 7) : value
  }
  return (
    <VersionTable
      mine={
        <>
          {texts.mine}
          <small>
            <Timestamp time={madeAt} alone />
          </small>
        </>
      }
      there={
        there && (
          <>
            {texts.there}
            <small>
              <Timestamp time={there.modifiedAt} alone />
            </small>
          </>
        )
      }
    >
      {there && mine.removed && (
        <VersionRow title={texts.state} mine={texts.removed} there={texts.kept} differs differsWords={texts.differs} />
      )}
      {shownFields(mine, there).map(name => (
        <VersionRow
          key={name}
          title={texts.fields[name]}
          mine={words(mine, name)}
          there={there && words(there, name)}
          differs={there !== null && mine[name] !== there[name]}
          differsWords={texts.differs}
        />
      ))}
    </VersionTable>
  )
}
