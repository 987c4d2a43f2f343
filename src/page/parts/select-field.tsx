interface SelectFieldProps {
  label: string;
  /** Labels by value. */
  options: Readonly<Record<string, string>>;
  value: string;
  onChange(value: string): void;
}

/** A labelled list of choices. */
export function SelectField({ label, options, value, onChange }: SelectFieldProps) {
  return (
    <label class="choice">
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {Object.entries(options).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
