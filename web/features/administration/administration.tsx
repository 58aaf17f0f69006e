import { useSearchParams } from 'react-router-dom'
import { useFeature } from '../../api/capabilities.ts'
import { useUser } from '../../api/session-context.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { InvitationsPanel } from './invitations-panel.tsx'
import { JobsPanel } from './jobs-panel.tsx'
import { LogPanel } from './log-panel.tsx'
import { MapLayersPanel } from './map-layers/map-layers-panel.tsx'
import { texts as mapLayerTexts } from './map-layers/texts.ts'
import { PeoplePanel } from './people-panel.tsx'
import { ServerPanel } from './server-panel.tsx'
import { StoragePanel } from './storage-panel.tsx'
import { texts } from './texts.ts'

const tabs = [
  { id: 'server', label: texts.server.tab, content: <ServerPanel /> },
  { id: 'people', label: texts.people.tab, content: <PeoplePanel /> },
  { id: 'invitations', label: texts.invitations.tab, content: <InvitationsPanel /> },
  { id: 'storage', label: texts.storage.tab, content: <StoragePanel /> },
  { id: 'map-layers', label: mapLayerTexts.tab, content: <MapLayersPanel /> },
  { id: 'jobs', label: texts.jobs.tab, content: <JobsPanel /> },
  { id: 'log', label: texts.log.tab, content: <LogPanel /> }
]

/** Administration screen of the server. The open tab is kept in the URL. */
export function Administration() {
  const { administrator } = useUser()
  const isOffered = useFeature('administration')
  const [params, setParams] = useSearchParams()
  const requested = params.get('part')
  const refusal = !administrator ? texts.denied : isOffered === false ? texts.notOffered : null
  if (refusal)
    return (
      <Page title={texts.title}>
        <EmptyState title={refusal.title} actions={<LinkButton to="/dashboard">{texts.back}</LinkButton>}>
          <p>{refusal.about}</p>
        </EmptyState>
      </Page>
    )
  return (
    <Page title={texts.title} description={texts.description}>
      {isOffered ? (
        <Tabs
          label={texts.parts}
          tabs={tabs}
          selected={tabs.find(({ id }) => id === requested)?.id ?? 'server'}
          onSelect={part => setParams(part === 'server' ? {} : { part }, { preventScrollReset: true })}
        />
      ) : (
        <SkeletonRows rows={6} height="2.25rem" label={texts.loading} />
      )}
    </Page>
  )
}
