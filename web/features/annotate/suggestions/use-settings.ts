import { useState } from 'react'

export interface SuggestionSettings {
  isShown: boolean
  /** Whether live suggestions are computed while the person labels. */
  isLive: boolean
  /** Minimum probability of the shown suggestions, in percent. */
  least: number
}

const usual: SuggestionSettings = { isShown: true, isLive: false, least: 0 }

const keyOf = (accountId: string) => `isobath.suggestions.${accountId}`

/** Returns a person's settings for showing suggestions, and a function that changes them. They are stored in this browser. */
export function useSuggestionSettings(accountId: string): [SuggestionSettings, (change: Partial<SuggestionSettings>) => void] {
  const [settings, setSettings] = useState(() => read(accountId))

  function keep(change: Partial<SuggestionSettings>) {
    const next = { ...settings, ...change }
    setSettings(next)
    try {
      localStorage.setItem(keyOf(accountId), JSON.stringify(next))
    } catch {
      // If storage is unavailable, the choice lasts until the page is closed.
    }
  }
  return [settings, keep]
}

function read(accountId: string): SuggestionSettings {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(accountId)) ?? 'null') as Partial<SuggestionSettings> | null
    return {
      isShown: typeof kept?.isShown === 'boolean' ? kept.isShown : usual.isShown,
      isLive: typeof kept?.isLive === 'boolean' ? kept.isLive : usual.isLive,
      least: typeof kept?.least === 'number' ? kept.least : usual.least
    }
  } catch {
    return usual
  }
}
