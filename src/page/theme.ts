import { useEffect, useState } from 'preact/hooks';
import type { Theme } from '../drawing/scene/scene.js';

const KEY = 'archctl-theme';

/** The theme: as chosen before, or that of the system. Paper is light. */
export function useTheme(): { theme: Theme; toggleTheme: () => void } {
  const [theme, setTheme] = useState<Theme>(savedTheme);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const print = matchMedia('print');
    const onChange = () => setPrinting(print.matches);
    print.addEventListener('change', onChange);
    return () => print.removeEventListener('change', onChange);
  }, []);
  const toggleTheme = () => {
    const next = theme === 'dark' ? 'light' : 'dark';
    save(next);
    setTheme(next);
  };
  return { theme: isPrinting ? 'light' : theme, toggleTheme };
}

function savedTheme(): Theme {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const saved = read();
  return saved === 'dark' || saved === 'light' ? saved : isDark ? 'dark' : 'light';
}

/** Storage can be unavailable: in a frame of another site, or if the user turned it off. */
function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function save(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The choice then lasts until the page is closed.
  }
}
