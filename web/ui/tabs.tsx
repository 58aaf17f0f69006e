import { type ReactNode, useRef } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'
import styles from './tabs.module.css'
import { useCurrentInView } from './use-current-in-view.ts'

export interface TabsProps {
  /** Accessible name of the row of tabs. */
  label: string
  tabs: { id: string; label: string; content: ReactNode }[]
  selected?: string
  onSelect?: (id: string) => void
}

/** Tabs with one visible panel. Keep the selected tab in the URL. On a narrow window the row scrolls, and the selected tab is in view. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const row = useRef<HTMLDivElement>(null)
  useCurrentInView(row, '[aria-selected="true"]', `${selected ?? 'first'} ${tabs.length}`)
  return (
    <AriaTabs className={styles.tabs!} selectedKey={selected} onSelectionChange={key => onSelect?.(String(key))}>
      <TabList ref={row} aria-label={label} className={styles.list!}>
        {tabs.map(tab => (
          <Tab key={tab.id} id={tab.id} className={styles.tab!}>
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {tabs.map(tab => (
        <TabPanel key={tab.id} id={tab.id} className={styles.panel!}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
