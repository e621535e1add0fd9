-- When a buyer has last replaced the name that they typed; null: never. A payer is compared with one name per order.
alter table kyc_profiles add column name_changed_at timestamptz;
